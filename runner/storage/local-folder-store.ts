import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readFile,
  realpath,
  rename,
  rm,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../domain/error-code.ts';
import { makeFolder as makeRootFolder } from './make-folder.ts';
import { checkObjectKey, checkObjectPrefix, RESERVED_SEGMENT } from './object-key.ts';
import {
  ObjectExistsError,
  ObjectNotFoundError,
  type ObjectInfo,
  type ObjectStore,
} from './object-store.ts';

/** A file still in the writing folder after this long belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Objects as files below one folder. A file is written beside the objects, then linked or renamed into
 * place, so it appears whole; symbolic links are never followed out of the folder. Files and streams are
 * synced to the disk first. Texts and bytes are not: they are the small documents of work under way,
 * of which nothing is under way any more after a power failure.
 */
export class LocalFolderStore implements ObjectStore {
  readonly #root: string;
  #prepared: Promise<string> | undefined;

  /** @param root made when it does not exist yet */
  constructor(root: string) {
    this.#root = path.resolve(root);
  }

  async put(
    key: string,
    body: Readable | Uint8Array | string,
    options: { readonly ifAbsent?: boolean } = {},
  ): Promise<ObjectInfo> {
    const [target, temporary] = await Promise.all([this.#place(key), this.#temporary()]);
    const { ifAbsent = false } = options;
    return await discardingOnFailure(temporary, async () => {
      const bytes = await write(temporary, body);
      await publish(temporary, target, { key, ifAbsent });
      if (body instanceof Readable) await sync(path.dirname(target));
      return { key, bytes };
    });
  }

  async putFile(key: string, file: string): Promise<ObjectInfo> {
    const [target, temporary] = await Promise.all([this.#place(key), this.#temporary()]);
    return await discardingOnFailure(temporary, async () => {
      await takeOver(file, temporary);
      await sync(temporary);
      const { size } = await lstat(temporary);
      await publish(temporary, target, { key, ifAbsent: false });
      await sync(path.dirname(target));
      return { key, bytes: size };
    });
  }

  async get(key: string): Promise<{ readonly body: Readable; readonly bytes: number }> {
    const { file, bytes } = await this.#find(key);
    // Opened here, not lazily by the stream, so that a removal in between is told as "not found".
    const handle = await notFound(key, open(file, 'r'));
    return { body: createReadStream('', { fd: handle }), bytes };
  }

  async getText(key: string): Promise<string> {
    const { file } = await this.#find(key);
    return await notFound(key, readFile(file, 'utf8'));
  }

  async head(key: string): Promise<ObjectInfo | null> {
    try {
      return { key, bytes: (await this.#find(key)).bytes };
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    }
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    checkObjectPrefix(prefix);
    const root = await this.#prepare();
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const file of walk(path.join(root, parent))) {
      const key = path.relative(root, file.path).split(path.sep).join('/');
      const isObject = !key.startsWith(`${RESERVED_SEGMENT}/`) && key.startsWith(prefix);
      if (isObject) yield { key, bytes: file.bytes };
    }
  }

  async move(from: string, to: string): Promise<void> {
    const { file } = await this.#find(from);
    const target = await this.#place(to);
    await notFound(from, rename(file, target));
    await sync(path.dirname(target));
  }

  async delete(key: string): Promise<void> {
    try {
      await rm((await this.#find(key)).file, { force: true });
    } catch (error) {
      if (!(error instanceof ObjectNotFoundError)) throw error;
    }
  }

  async deletePrefix(prefix: string): Promise<void> {
    for await (const { key } of this.list(prefix)) await this.delete(key);
    if (!prefix.endsWith('/')) return;
    const folder = path.join(await this.#prepare(), prefix);
    if (await isRealFolder(folder)) await rm(folder, { recursive: true, force: true });
  }

  async localFile(key: string): Promise<string> {
    return (await this.#find(key)).file;
  }

  close(): void {
    // Nothing is held open between calls.
  }

  /** The root's real path; made, and cleared of what killed writers left, once. */
  #prepare(): Promise<string> {
    this.#prepared ??= prepare(this.#root).catch((error: unknown) => {
      // A folder that cannot be made now, as of a volume that is not there yet, may be so later.
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  /** Where a new object goes: its folder exists and lies within the root. */
  async #place(key: string): Promise<string> {
    checkObjectKey(key);
    const target = path.join(await this.#prepare(), key);
    await makeFolder(path.dirname(target), key);
    return target;
  }

  async #temporary(): Promise<string> {
    return path.join(await this.#prepare(), RESERVED_SEGMENT, randomUUID());
  }

  /** The regular file of an object, no part of whose path is a symbolic link. */
  async #find(key: string): Promise<{ readonly file: string; readonly bytes: number }> {
    checkObjectKey(key);
    const file = path.join(await this.#prepare(), key);
    const [stats, real] = await notFound(key, Promise.all([lstat(file), realpath(file)]));
    if (!stats.isFile() || real !== file) throw new ObjectNotFoundError(key);
    return { file, bytes: stats.size };
  }
}

async function prepare(root: string): Promise<string> {
  const writing = path.join(root, RESERVED_SEGMENT);
  makeRootFolder(writing);
  await removeAbandoned(writing);
  return await realpath(root);
}

/** @returns how many bytes were written */
async function write(file: string, body: Readable | Uint8Array | string): Promise<number> {
  if (body instanceof Readable) {
    const stream = createWriteStream(file, { flags: 'wx', flush: true });
    await pipeline(body, stream);
    return stream.bytesWritten;
  }
  await writeFile(file, body, { flag: 'wx' });
  return Buffer.byteLength(body);
}

/** Moves a file here, from another file system if need be. */
async function takeOver(file: string, temporary: string): Promise<void> {
  try {
    await rename(file, temporary);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyFile(file, temporary);
    await rm(file, { force: true });
  }
}

async function publish(
  temporary: string,
  target: string,
  how: { readonly key: string; readonly ifAbsent: boolean },
): Promise<void> {
  if (!how.ifAbsent) {
    await rename(temporary, target);
    return;
  }
  try {
    await link(temporary, target);
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? new ObjectExistsError(how.key) : error;
  }
  await unlink(temporary);
}

async function discardingOnFailure<T>(temporary: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes a folder below the root and those it lies in, none of which may be a symbolic link. */
async function makeFolder(folder: string, key: string): Promise<void> {
  try {
    if ((await realpath(folder)) === folder) return;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await makeFolder(path.dirname(folder), key);
    await mkdir(folder).catch(ignoreExisting);
    if (await isRealFolder(folder)) return;
  }
  throw new Error(`"${key}" lies in no folder of the store`);
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

async function isRealFolder(folder: string): Promise<boolean> {
  try {
    return (await lstat(folder)).isDirectory() && (await realpath(folder)) === folder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Every regular file below a folder; symbolic links are passed over. */
async function* walk(
  folder: string,
): AsyncGenerator<{ readonly path: string; readonly bytes: number }> {
  if (!(await isRealFolder(withoutTrailingSeparator(folder)))) return;
  for await (const entry of await opendir(folder)) {
    const entryPath = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(entryPath);
    else if (entry.isFile()) yield* sized(entryPath);
  }
}

async function* sized(
  file: string,
): AsyncGenerator<{ readonly path: string; readonly bytes: number }> {
  try {
    yield { path: file, bytes: (await lstat(file)).size };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function withoutTrailingSeparator(folder: string): string {
  return folder.endsWith(path.sep) ? folder.slice(0, -path.sep.length) : folder;
}

async function removeAbandoned(folder: string): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for await (const entry of await opendir(folder)) {
    const file = path.join(folder, entry.name);
    const stats = await lstat(file).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs >= oldest) continue;
    // What cannot be removed, as of another user, takes space only: the store works all the same.
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Makes a file's content, or a folder's entries, outlive a power failure. */
async function sync(target: string): Promise<void> {
  await using handle = await open(target, 'r');
  await handle.sync();
}

async function notFound<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw new ObjectNotFoundError(key);
    throw error;
  }
}
