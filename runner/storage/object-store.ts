import type { Readable } from 'node:stream';

/** Key and size of an object. */
export interface ObjectInfo {
  readonly key: string;
  readonly bytes: number;
}

/**
 * The store of datasets, run specs, outputs and results. Keys are relative paths with `/` as separator;
 * every method throws an Error for an invalid key, see checkObjectKey. Objects are written atomically.
 */
export interface ObjectStore {
  /**
   * Stores an object and replaces an existing one.
   * @param options.ifAbsent fail if the key exists; the store decides atomically
   * @throws ObjectExistsError with `ifAbsent` if the key exists
   */
  put(
    key: string,
    body: Readable | Uint8Array | string,
    options?: { readonly ifAbsent?: boolean },
  ): Promise<ObjectInfo>;
  /** Stores a local file and removes it. */
  putFile(key: string, path: string): Promise<ObjectInfo>;
  /** The content as a stream. @throws ObjectNotFoundError */
  get(key: string): Promise<{ readonly body: Readable; readonly bytes: number }>;
  /** The content as text; for small JSON documents. @throws ObjectNotFoundError */
  getText(key: string): Promise<string>;
  /** Null when there is no such object. */
  head(key: string): Promise<ObjectInfo | null>;
  /** All objects whose key begins with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Changes the key of an object. @throws ObjectNotFoundError */
  move(from: string, to: string): Promise<void>;
  /** Deletes an object. A missing object is no error. */
  delete(key: string): Promise<void>;
  /** Deletes all objects whose key begins with the prefix. */
  deletePrefix(prefix: string): Promise<void>;
  /**
   * A local path of the object: the file itself for a folder store, else a download in `scratch`. The
   * caller owns `scratch` and must not modify the file.
   * @throws ObjectNotFoundError
   */
  localFile(key: string, scratch: string): Promise<string>;
  /** Closes all connections. */
  close(): void;
}

/** There is no object with the key. */
export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';
  constructor(key: string) {
    super(`Object ${key} does not exist`);
  }
}

/** A conditional put found an existing object. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
  constructor(key: string) {
    super(`Object ${key} already exists`);
  }
}
