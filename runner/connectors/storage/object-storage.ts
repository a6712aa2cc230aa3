import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../domain/errors.ts';
import { fullDiskReason } from '../../domain/full-disk.ts';
import { compareByCodePoint } from '../../engines/pandas/kernels/columns/text-order.ts';
import type { PendingWrite } from '../pending-write.ts';
import { explaining, explainingWrite, type OpenedConnection } from '../use-connection.ts';
import { checkObjectPath } from './object-path.ts';
import type {
  ListedObject,
  ObjectListing,
  ObjectWrite,
  OpenStorage,
  StorageDriver,
} from './storage-driver.ts';

/** A list has at most so many objects. */
export const MAX_LISTED_OBJECTS = 100_000;

/** A copy of an object to a new local file. */
export interface ObjectCopy {
  readonly path: string;
  readonly file: string;
  /** Absent or null: it is asked for. */
  readonly version?: string | null;
  readonly signal?: AbortSignal;
}

/** The open storage of a connection. Each method throws a UserError with the connection and the cause. */
export class ObjectStorage {
  readonly #opened: OpenedConnection<StorageDriver>;
  readonly #storage: OpenStorage;

  constructor(opened: OpenedConnection<StorageDriver>, storage: OpenStorage) {
    this.#opened = opened;
    this.#storage = storage;
  }

  /** Reads something small. @throws UserError */
  async test(): Promise<void> {
    await explaining(this.#opened, () => this.#storage.test());
  }

  /**
   * The objects whose paths begin with a text, by code point.
   * @throws UserError, also when there are more than `MAX_LISTED_OBJECTS`
   */
  async list(listing: ObjectListing): Promise<readonly ListedObject[]> {
    return await explaining(this.#opened, async () => {
      const found: ListedObject[] = [];
      for await (const page of this.#storage.list(listing)) {
        found.push(...page);
        if (found.length > MAX_LISTED_OBJECTS) {
          throw new UserError(
            `it has more than ${MAX_LISTED_OBJECTS} objects that begin so. Give a longer prefix`,
          );
        }
      }
      return found.sort((one, other) => compareByCodePoint(one.path, other.path));
    });
  }

  /** The first bytes of an object. @throws UserError */
  async readHead(read: { readonly path: string; readonly maxBytes: number }): Promise<Buffer> {
    return await explaining(this.#opened, async () => {
      checkObjectPath(read.path);
      const stream = await this.#storage.read(read);
      const chunks: Uint8Array[] = [];
      let missing = read.maxBytes;
      // A server may ignore the range and send the whole object. Leaving the loop destroys the stream.
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        chunks.push(chunk);
        missing -= chunk.length;
        if (missing <= 0) break;
      }
      return Buffer.concat(chunks).subarray(0, read.maxBytes);
    });
  }

  /**
   * Copies an object to a new local file.
   * @returns its version before it was copied: if it is replaced meanwhile, a later check finds a change
   * @throws UserError
   */
  async download({ path, file, signal, version: known = null }: ObjectCopy): Promise<string> {
    return await explaining(this.#opened, async () => {
      checkObjectPath(path);
      const version = known ?? (await this.#storage.version(path));
      signal?.throwIfAborted();
      const stream = await this.#storage.read({ path, maxBytes: null });
      const copy = createWriteStream(file, { flags: 'wx' });
      try {
        await pipeline(stream, copy, signal === undefined ? {} : { signal });
      } catch (error) {
        // The driver of a folder would say it of the folder.
        const fullDisk = fullDiskReason(error);
        throw fullDisk === null ? error : new UserError(fullDisk);
      }
      return version;
    });
  }

  /** The version of an object, of which nothing is read. @throws UserError */
  async version(path: string): Promise<string> {
    return await explaining(this.#opened, async () => {
      checkObjectPath(path);
      return await this.#storage.version(path);
    });
  }

  /** Writes a local file as an object, which appears by `commit`. @throws UserError, also later */
  async write(write: ObjectWrite): Promise<PendingWrite> {
    return await explainingWrite(this.#opened, async () => {
      checkObjectPath(write.path);
      return await this.#storage.write(write);
    });
  }
}
