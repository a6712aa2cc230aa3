import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { readSecretSources } from './secrets/read-secret-sources.ts';

/** Folders of the system in which a process finds its own variables and credentials. */
const OF_SYSTEM = ['/proc', '/sys', '/run/secrets'];
/** The folder in the data folder whose files are for connections. */
const STORAGE = 'storage';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether connections may not use a file or folder, whatever folders are allowed: it is one of the system, of
 * secrets, or of the data of the service.
 * @param found a real path
 * @param env usually `process.env`
 */
export async function isReserved(found: string, env: Environment): Promise<boolean> {
  const dataDir = await realPathOf(env.SERVICE_DATA_DIR ?? '.millrace');
  const secrets = await Promise.all(readSecretSources(env).fileFolders.map(realPathOf));
  if ([...OF_SYSTEM, ...secrets].some((folder) => isWithin(found, folder))) return true;
  return isWithin(found, dataDir) && !isWithin(found, path.join(dataDir, STORAGE));
}

/** @param folder with or without a separator at its end */
export function isWithin(found: string, folder: string): boolean {
  return (
    found === folder || found.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
  );
}

/** A folder that does not exist has nothing in it. */
async function realPathOf(folder: string): Promise<string> {
  const absolute = path.resolve(folder);
  return await realpath(absolute).catch(() => absolute);
}
