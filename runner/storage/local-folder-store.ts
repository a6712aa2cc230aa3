import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
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
import { makeFolder } from './make-folder.ts';
import { checkObjectKey, checkObjectPrefix, RESERVED_SEGMENT } from './object-key.ts';
import { isRealFolder, makeObjectFolder } from './object-folder.ts';
import {
  ObjectExistsError,
  ObjectNotFoundError,
  type ObjectInfo,
  type ObjectStore,
} from './object-store.ts';

/** An older file in the writing folder is an orphan of a killed process. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Stores objects as files in a folder. A file is written to a temporary path, then linked or renamed, so
 * that it appears completely or not at all; symbolic links are never followed. Files and streams are
 * synced to disk. Texts and bytes are not: they are small documents of active work, which does not
 * survive a power failure anyway.
 */
export class LocalFolderStore implements ObjectStore {
  readonly #root: string;
  #prepared: Promise<string> | undefined;

  /** @param root created if missing */
  constructor(root: string) {
    this.#root = path.resolve(root);
  }

  async put(
    key: string,
    body: Readable | Uint8Array | string,
    options: { readonly ifAbsent?: boolean } = {},
  ): Promise<ObjectInfo> {
    const [target, temporary] = await Promise.all([this.#prepareTarget(key), this.#temporary()]);
    const { ifAbsent = false } = options;
    return await removingOnFailure(temporary, async () => {
      const bytes = await write(temporary, body);
      await publish(temporary, target, { key, ifAbsent });
      if (body instanceof Readable) await sync(path.dirname(target));
      return { key, bytes };
    });
  }

  async putFile(key: string, file: string): Promise<ObjectInfo> {
    const [target, temporary] = await Promise.all([this.#prepareTarget(key), this.#temporary()]);
    return await removingOnFailure(temporary, async () => {
      await moveFile(file, temporary);
      await sync(temporary);
      const { size } = await lstat(temporary);
      await publish(temporary, target, { key, ifAbsent: false });
      await sync(path.dirname(target));
      return { key, bytes: size };
    });
  }

  async get(key: string): Promise<{ readonly body: Readable; readonly bytes: number }> {
    const { file, bytes } = await this.#find(key);
    // Opened eagerly, so that a concurrent removal throws ObjectNotFoundError here.
    const handle = await translateNotFound(key, open(file, 'r'));
    return { body: createReadStream('', { fd: handle }), bytes };
  }

  async getText(key: string): Promise<string> {
    const { file } = await this.#find(key);
    return await translateNotFound(key, readFile(file, 'utf8'));
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
    const target = await this.#prepareTarget(to);
    await translateNotFound(from, rename(file, target));
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
    const folder = withoutTrailingSeparator(path.join(await this.#prepare(), prefix));
    if (await isRealFolder(folder)) await rm(folder, { recursive: true, force: true });
  }

  async localFile(key: string): Promise<string> {
    return (await this.#find(key)).file;
  }

  close(): void {
    // No resource stays open between calls.
  }

  /** The real path of the root. Creates the root and removes orphaned files once. */
  #prepare(): Promise<string> {
    this.#prepared ??= prepare(this.#root).catch((error: unknown) => {
      // Retry at the next call: the folder may be on a volume that is not mounted yet.
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  /** The path of a new object. Creates its folder within the root. */
  async #prepareTarget(key: string): Promise<string> {
    checkObjectKey(key);
    const target = path.join(await this.#prepare(), key);
    await makeObjectFolder(path.dirname(target), key);
    return target;
  }

  async #temporary(): Promise<string> {
    return path.join(await this.#prepare(), RESERVED_SEGMENT, randomUUID());
  }

  /** The file of an object. Paths with symbolic links do not exist as objects. */
  async #find(key: string): Promise<{ readonly file: string; readonly bytes: number }> {
    checkObjectKey(key);
    const file = path.join(await this.#prepare(), key);
    const [stats, real] = await translateNotFound(key, Promise.all([lstat(file), realpath(file)]));
    if (!stats.isFile() || real !== file) throw new ObjectNotFoundError(key);
    return { file, bytes: stats.size };
  }
}

async function prepare(root: string): Promise<string> {
  const writing = path.join(root, RESERVED_SEGMENT);
  makeFolder(writing);
  await removeOrphans(writing);
  return await realpath(root);
}

async function write(file: string, body: Readable | Uint8Array | string): Promise<number> {
  if (body instanceof Readable) {
    const stream = createWriteStream(file, { flags: 'wx', flush: true });
    await pipeline(body, stream);
    return stream.bytesWritten;
  }
  await writeFile(file, body, { flag: 'wx' });
  return Buffer.byteLength(body);
}

/** Moves a file, also between file systems. */
async function moveFile(file: string, temporary: string): Promise<void> {
  try {
    await rename(file, temporary);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyFile(file, temporary);
    await rm(file, { force: true });
  }
}

/** Moves a temporary file to its final path. @throws ObjectExistsError with `ifAbsent` */
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

async function removingOnFailure<T>(temporary: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** All regular files below a folder. Symbolic links are skipped. */
async function* walk(
  folder: string,
): AsyncGenerator<{ readonly path: string; readonly bytes: number }> {
  if (!(await isRealFolder(withoutTrailingSeparator(folder)))) return;
  for await (const entry of await opendir(folder)) {
    const entryPath = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(entryPath);
    else if (entry.isFile()) yield* fileWithSize(entryPath);
  }
}

async function* fileWithSize(
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

async function removeOrphans(folder: string): Promise<void> {
  const oldest = Date.now() - ORPHAN_AGE_MS;
  for await (const entry of await opendir(folder)) {
    const file = path.join(folder, entry.name);
    const stats = await lstat(file).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs >= oldest) continue;
    // A file that cannot be removed, e.g. of another user, only occupies space.
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Syncs a file or the entries of a folder to disk. */
async function sync(target: string): Promise<void> {
  await using handle = await open(target, 'r');
  await handle.sync();
}

async function translateNotFound<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw new ObjectNotFoundError(key);
    throw error;
  }
}
