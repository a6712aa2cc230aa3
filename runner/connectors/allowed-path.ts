import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../domain/errors.ts';
import { isReserved, isWithin } from './reserved-folders.ts';

/** What a path is of. */
type Kind = 'file' | 'folder' | 'folder of sockets';

const rootList = z.array(z.string());

/**
 * The real path of a database file or of a folder of files, which must lie in one of the allowed folders if
 * there are any, and in none that is reserved.
 * @param env usually `process.env`
 * @throws UserError, without a path of the server
 */
export async function allowedPath(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  what: Kind = 'file',
): Promise<string> {
  const found = await findAllowedPath(file, env, what);
  if (found === null) throw new UserError(`the ${what} does not exist`);
  return found;
}

/** Like `allowedPath`, for a file that is created when it is absent. Its folder must exist. @throws UserError */
export async function allowedNewFile(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const found = await findAllowedPath(file, env, 'file');
  if (found !== null) return found;
  const folder = await allowedPath(path.dirname(file), env, 'folder');
  const absent = path.join(folder, path.basename(file));
  const isLink = await lstat(absent).then(
    () => true,
    () => false,
  );
  // A link to nothing could create a file elsewhere.
  if (isLink) throw new UserError('the file does not exist');
  return absent;
}

/** Like `allowedPath`; null: there is none. */
export async function findAllowedPath(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  what: Kind,
): Promise<string | null> {
  const given = env.SERVICE_STORAGE_ALLOWED_ROOTS ?? '';
  const roots = given.trim() === '' ? [] : rootList.parse(JSON.parse(given));
  const found = await existing(file);
  if (found === null) return null;
  if (await isReserved(found, env, what)) {
    throw new UserError(`the ${what} belongs to the service or the system. Choose another one`);
  }
  if (roots.length === 0) return found;
  const folders = await Promise.all(roots.map(existing));
  if (folders.some((folder) => folder !== null && isWithin(found, folder))) return found;
  throw new UserError(`the ${what} is outside of the folders of SERVICE_STORAGE_ALLOWED_ROOTS`);
}

async function existing(file: string): Promise<string | null> {
  try {
    return await realpath(file);
  } catch {
    return null;
  }
}
