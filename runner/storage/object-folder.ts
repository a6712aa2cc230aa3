import { lstat, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../domain/error-code.ts';

/** Creates a folder below the root and its parents. @throws Error when one of them is a symbolic link */
export async function makeObjectFolder(folder: string, key: string): Promise<void> {
  try {
    if ((await realpath(folder)) === folder) return;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await makeObjectFolder(path.dirname(folder), key);
    // A folder that this call creates is no link, unlike one that appeared meanwhile.
    const isCreated = await mkdir(folder).then(() => true, falseIfExisting);
    if (isCreated || (await isRealFolder(folder))) return;
  }
  throw new Error(`Object "${key}" cannot be stored: its path is not a folder of the store`);
}

function falseIfExisting(error: unknown): false {
  if (errorCode(error) !== 'EEXIST') throw error;
  return false;
}

/** Whether a path is a folder and has no symbolic links. */
export async function isRealFolder(folder: string): Promise<boolean> {
  try {
    return (await lstat(folder)).isDirectory() && (await realpath(folder)) === folder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
