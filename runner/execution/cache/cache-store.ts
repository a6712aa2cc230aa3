import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, link } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../domain/error-code.ts';
import { objectKeys } from '../../domain/object-keys.ts';
import {
  ObjectExistsError,
  ObjectNotFoundError,
  type ObjectStore,
} from '../../storage/object-store.ts';
import { entryText, readEntry, type CachedOutput, type CacheEntry } from './cache-entry.ts';

/** A file that becomes the data of an output. It is removed. */
export interface OutputToStore {
  readonly handle: string;
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

/** An entry that is to be stored. */
export interface NewEntry extends Omit<CacheEntry, 'outputs'> {
  readonly outputs: readonly OutputToStore[];
  /** The datasets that it was derived from. */
  readonly datasets: readonly string[];
}

/** The content of an entry is not what was written. */
export class BrokenEntryError extends Error {
  override readonly name = 'BrokenEntryError';

  constructor(key: string, cause: unknown) {
    super(`Cache entry ${key} is broken and is removed: its node is executed`, { cause });
  }
}

/**
 * The entries in the object store. `entry.json` is written last and only if absent, and each writer has data
 * files of its own: a reader finds a whole entry or none, also while others write the same one.
 */
export class CacheStore {
  readonly #store: ObjectStore;
  readonly #scratch: string;
  readonly #now: () => Date;

  /** @param scratch the folder of the run for temporary files */
  constructor(store: ObjectStore, scratch: string, now: () => Date) {
    this.#store = store;
    this.#scratch = scratch;
    this.#now = now;
  }

  /** @returns null when there is none @throws BrokenEntryError after removing the entry */
  async read(key: string): Promise<CacheEntry | null> {
    const text = await this.#unlessGone(this.#store.getText(objectKeys.cacheEntry(key)));
    if (text === null) return null;
    try {
      return readEntry(text);
    } catch (error) {
      throw await this.#remove(key, error);
    }
  }

  /**
   * Puts the data of an output into the scratch folder, so that a removal does not disturb its readers.
   * @returns the path of the file; null when it is gone, and then the entry is removed
   * @throws BrokenEntryError after removing the entry
   */
  async fetch(key: string, { dataKey, bytes, digest }: CachedOutput): Promise<string | null> {
    const file = await this.#unlessGone(this.#ownFile(dataKey));
    if (file === null) {
      await this.#store.delete(objectKeys.cacheEntry(key));
      return null;
    }
    const found = await digestOf(file);
    if (found.bytes === bytes && found.digest === digest) return file;
    const error = await this.#remove(key, new Error(`${dataKey} differs from what was written`));
    await this.#store.delete(dataKey);
    throw error;
  }

  /** Stores an entry, unless another run has stored it meanwhile. */
  async write(key: string, { outputs, datasets, ...entry }: NewEntry): Promise<void> {
    // Before the data: the eviction removes what a killed process leaves, and nothing that is new.
    await this.touch(key);
    await Promise.all(datasets.map((id) => this.#store.put(objectKeys.cacheDataset(key, id), '')));
    const stored: CachedOutput[] = [];
    for (const { path: file, ...output } of outputs) {
      const { digest } = await digestOf(file);
      const dataKey = objectKeys.cacheData(key, randomUUID());
      await this.#store.putFile(dataKey, file);
      stored.push({ ...output, dataKey, digest });
    }
    const text = entryText({ ...entry, outputs: stored });
    if (await this.#publish(key, text, stored.length > 0)) return;
    for (const { dataKey } of stored) await this.#store.delete(dataKey);
  }

  /** Records a use of an entry by an empty object, whose name is the minute. */
  async touch(key: string): Promise<void> {
    await this.#store.put(objectKeys.cacheUse(key, this.#now()), '');
  }

  /** @returns false when another run was first */
  async #publish(key: string, text: string, hasRows: boolean): Promise<boolean> {
    const entryKey = objectKeys.cacheEntry(key);
    try {
      await this.#store.put(entryKey, text, { ifAbsent: true });
      return true;
    } catch (error) {
      if (!(error instanceof ObjectExistsError)) throw error;
      const other = await this.#unlessGone(this.#store.getText(entryKey));
      // The client repeats a put whose response was lost, and then finds its own entry.
      if (other === text) return true;
      if (other === null || !hasRows || readEntry(other).outputs.length > 0) return false;
      // The entry of a node whose rows no node read is complete for nobody but such flows.
      await this.#store.put(entryKey, text);
      return true;
    }
  }

  /** A file of this run with the content of an object: a download, a link or a copy. */
  async #ownFile(dataKey: string): Promise<string> {
    const file = await this.#store.localFile(dataKey, this.#scratch);
    if (path.dirname(file) === this.#scratch) return file;
    const own = path.join(this.#scratch, `${randomUUID()}.parquet`);
    try {
      await link(file, own);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw new ObjectNotFoundError(dataKey);
      // The scratch folder is on another file system, or the system has no links.
      await copyFile(file, own, constants.COPYFILE_FICLONE);
    }
    return own;
  }

  async #remove(key: string, cause: unknown): Promise<BrokenEntryError> {
    await this.#store.delete(objectKeys.cacheEntry(key));
    return new BrokenEntryError(key, cause);
  }

  async #unlessGone<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    }
  }
}

async function digestOf(
  file: string,
): Promise<{ readonly bytes: number; readonly digest: string }> {
  const hash = createHash('sha256');
  const stream = createReadStream(file, { highWaterMark: 2 ** 20 });
  await pipeline(stream, hash);
  return { bytes: stream.bytesRead, digest: hash.digest('hex') };
}
