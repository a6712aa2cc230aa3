import { constants, mkdir, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../domain/error-code.ts';
import { UserError } from '../../../domain/errors.ts';
import { isReserved } from '../../reserved-folders.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * An open folder. On Linux the paths of its files lead through the handle, so another process that replaces a
 * folder of the path by a link does not change which files are meant.
 */
export class HeldFolder implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #base: string;

  constructor(handle: FileHandle, realPath: string) {
    this.#handle = handle;
    this.#base = process.platform === 'linux' ? linkOf(handle) : realPath;
  }

  /** The path of a file of the folder. @param name a name without a separator, or `.` */
  pathOf(name: string): string {
    return `${this.#base}/${name}`;
  }

  /** Writes the entries of the folder to the disk. */
  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

/**
 * Opens a folder below another one.
 * @param root a real path
 * @param inner a relative path
 * @returns null when there is none, when a link leads to it, or when it is reserved
 */
export async function openFolder(root: string, inner: string): Promise<HeldFolder | null> {
  const folder = path.join(root, inner);
  const handle = await openOrNull(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  if (handle === null) return null;
  try {
    const actual = await (process.platform === 'linux'
      ? readlink(linkOf(handle))
      : realpath(folder));
    const isMeant = actual === withoutTrailingSeparator(folder);
    if (isMeant && !(await isReserved(actual, process.env))) return new HeldFolder(handle, actual);
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return null;
}

/** Opens a folder below another one, and creates it and its parents. @throws UserError for a link or a file */
export async function makeFolder(root: string, inner: string): Promise<HeldFolder> {
  const found = await openFolder(root, inner);
  if (found !== null) return found;
  const parent = path.dirname(inner);
  if (inner === parent) throw new UserError('the folder does not exist');
  {
    await using held = await makeFolder(root, parent);
    await mkdir(held.pathOf(path.basename(inner))).catch(ignoreExisting);
  }
  const made = await openFolder(root, inner);
  if (made !== null) return made;
  throw new UserError(`the folder ${JSON.stringify(inner)} of the path is a link or a file`);
}

/** Opens a file; null when there is none, or when it is a link. */
export async function openOrNull(file: string, flags: number): Promise<FileHandle | null> {
  try {
    return await open(file, flags);
  } catch (error) {
    if (ABSENT.has(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/** The codes of a path that names no file, or a link. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

function linkOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

function withoutTrailingSeparator(folder: string): string {
  return folder.length > 1 && folder.endsWith(path.sep) ? folder.slice(0, -1) : folder;
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}
