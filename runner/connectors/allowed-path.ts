import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../domain/errors.ts';

const rootList = z.array(z.string());

/**
 * The real path of a database file, which must lie in one of the allowed folders if there are any.
 * @param env usually `process.env`
 * @throws UserError, without a path of the server
 */
export async function allowedPath(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const roots = rootList.parse(JSON.parse(env.SERVICE_STORAGE_ALLOWED_ROOTS ?? '[]'));
  const found = await existing(file);
  if (found === null) throw new UserError('the file does not exist');
  if (roots.length === 0) return found;
  const folders = await Promise.all(roots.map(existing));
  if (folders.some((folder) => folder !== null && found.startsWith(folder + path.sep))) {
    return found;
  }
  throw new UserError('the file is outside of the folders of SERVICE_STORAGE_ALLOWED_ROOTS');
}

async function existing(file: string): Promise<string | null> {
  try {
    return await realpath(file);
  } catch {
    return null;
  }
}
