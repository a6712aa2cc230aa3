import type { Readable } from 'node:stream';

export interface ObjectInfo {
  readonly key: string;
  readonly bytes: number;
}

/**
 * The object store: datasets, run specs, outputs, results. Keys are relative paths of `/`-separated
 * segments; a key that is empty, absolute or has a `.` or `..` segment is refused with an Error.
 * An object appears whole or not at all.
 */
export interface ObjectStore {
  /**
   * Stores an object, replacing one of the same key.
   * @param options.ifAbsent fail when the key is taken, decided atomically by the store
   * @throws ObjectExistsError with `ifAbsent` when the key is taken
   */
  put(
    key: string,
    body: Readable | Uint8Array | string,
    options?: { readonly ifAbsent?: boolean },
  ): Promise<ObjectInfo>;
  /** Stores a local file; it may be moved instead of copied. */
  putFile(key: string, path: string): Promise<ObjectInfo>;
  /** @throws ObjectNotFoundError */
  get(key: string): Promise<{ readonly body: Readable; readonly bytes: number }>;
  /** The whole object as text; meant for the small JSON documents. @throws ObjectNotFoundError */
  getText(key: string): Promise<string>;
  head(key: string): Promise<ObjectInfo | null>;
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Copies or renames within the store. @throws ObjectNotFoundError */
  move(from: string, to: string): Promise<void>;
  /** Removing what is not there is no error. */
  delete(key: string): Promise<void>;
  deletePrefix(prefix: string): Promise<void>;
  /**
   * A path to read the object from: the file itself where the store is a folder, else a download
   * into `scratch`. The caller owns `scratch` and must not write to the path.
   */
  localFile(key: string, scratch: string): Promise<string>;
  close(): void;
}

export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';
  constructor(key: string) {
    super(`There is no object ${key}`);
  }
}

export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
  constructor(key: string) {
    super(`There is already an object ${key}`);
  }
}
