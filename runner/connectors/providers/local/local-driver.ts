import { constants, opendir, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../../../domain/error-code.ts';
import { UserError } from '../../../domain/errors.ts';
import { FULL_DISK_REASONS } from '../../../domain/full-disk.ts';
import { allowedPath, findAllowedPath } from '../../allowed-path.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { ObjectRead, OpenStorage, StorageDriver } from '../../storage/storage-driver.ts';
import { openFolder, openOrNull } from './held-folder.ts';
import { listFiles } from './list-files.ts';
import { versionOfFile } from './version-of-file.ts';
import { writeFile } from './write-file.ts';

/** A folder of the machine of the runner. It follows no links below the folder. */
export const LOCAL_DRIVER: StorageDriver = { open, describe: describeFileError };

function open(target: ConnectionTarget): OpenStorage {
  return {
    async test() {
      await using folder = await openFolder(await rootOf(target), '.');
      if (folder === null) throw new UserError('it is not a folder');
      await using entries = await opendir(folder.pathOf('.'));
      await entries.read();
    },
    async *list(listing) {
      const { database } = target.connection;
      const root = await findAllowedPath(database ?? '', process.env, 'folder');
      if (root !== null) yield* listFiles(root, listing);
    },
    read: (read) => readFile(target, read),
    version: (name) => fileVersion(target, name),
    write: async (write) => writeFile(await rootOf(target), write),
    close: () => undefined,
  };
}

async function rootOf({ connection }: ConnectionTarget): Promise<string> {
  return await allowedPath(connection.database ?? '', process.env, 'folder');
}

/** A pipe would wait for a writer. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function readFile(
  target: ConnectionTarget,
  { path: name, maxBytes }: ObjectRead,
): Promise<Readable> {
  const handle = await openFile(target, name);
  return handle.createReadStream(maxBytes === null ? {} : { start: 0, end: maxBytes - 1 });
}

async function fileVersion(target: ConnectionTarget, name: string): Promise<string> {
  await using handle = await openFile(target, name);
  return versionOfFile(await handle.stat({ bigint: true }));
}

/** @throws UserError when there is no file */
async function openFile(target: ConnectionTarget, name: string): Promise<FileHandle> {
  await using folder = await openFolder(await rootOf(target), path.dirname(name));
  const handle =
    folder === null ? null : await openOrNull(folder.pathOf(path.basename(name)), READ_FLAGS);
  if (handle !== null && (await handle.stat()).isFile()) return handle;
  await handle?.close();
  throw new UserError(`there is no file ${JSON.stringify(name)}`);
}

/** What the codes of the file system mean, as the rest of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the service may not use this file or folder',
  EPERM: 'the service may not use this file or folder',
  EROFS: 'the folder is read-only',
  ...FULL_DISK_REASONS,
  EISDIR: 'the path is that of a folder',
  ENAMETOOLONG: 'a name of the path is too long',
  ENOENT: 'the file or folder was removed meanwhile',
};

/** The messages of the system have paths of the server, so they are not repeated. */
function describeFileError(error: unknown): string | null {
  const code = errorCode(error);
  if (!(error instanceof Error) || !('syscall' in error) || code === undefined) return null;
  return REASONS[code] ?? `the file system answered ${code}`;
}
