import { realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readSecretSources } from './secrets/read-secret-sources.ts';

/** Folders of the system in which a process finds its own variables, credentials, keys and sockets. */
const OF_SYSTEM = ['/proc', '/sys', '/run/secrets', '/etc', '/boot', '/root'];
/** Its sockets. That of a database may be there. */
const OF_SOCKETS = '/run';
/** The folder in the data folder whose files are for connections. */
const STORAGE = 'storage';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether connections may not use a file or folder, whatever folders are allowed: it is one of the system, of
 * secrets, of the configuration of the user (`~/.ssh`), or of the data of the service.
 * @param found a real path
 * @param env usually `process.env`
 * @param what a folder of sockets may be in `/run`
 */
export async function isReserved(
  found: string,
  env: Environment,
  what: 'file' | 'folder' | 'folder of sockets' = 'file',
): Promise<boolean> {
  const dataDir = await realPathOf(env.SERVICE_DATA_DIR ?? '.millrace');
  const secrets = await Promise.all(readSecretSources(env).fileFolders.map(realPathOf));
  if (secrets.some((folder) => isWithin(found, folder))) return true;
  if (isWithin(found, dataDir)) return !isWithin(found, path.join(dataDir, STORAGE));
  if (OF_SYSTEM.some((folder) => isWithin(found, folder))) return true;
  if (what !== 'folder of sockets' && isWithin(found, OF_SOCKETS)) return true;
  return isHidden(found, await realPathOf(os.homedir()));
}

/** Whether a path is in a folder `.NAME` of the user, where programs keep keys and passwords. */
function isHidden(found: string, home: string): boolean {
  return found.startsWith(`${home}${path.sep}.`);
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
