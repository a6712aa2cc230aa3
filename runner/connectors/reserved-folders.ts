import { realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readSecretSources } from './secrets/read-secret-sources.ts';

/** Folders of the system in which a process finds its own variables, credentials, keys and sockets. */
const OF_SYSTEM = [
  '/proc',
  '/sys',
  '/run/secrets',
  '/var/run/secrets',
  '/etc',
  '/boot',
  '/root',
  '/var/root',
];
/** Its sockets. That of a database may be there. */
const OF_SOCKETS = ['/run', '/var/run'];
/** The folder in the data folder whose files are for connections. */
const STORAGE = 'storage';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folders of a machine, by their names and their real paths: `/etc` of macOS is `/private/etc`. */
export interface SystemFolders {
  readonly ofSystem: readonly string[];
  readonly ofSockets: readonly string[];
}

/** @param resolve gives the real path of a folder */
export async function systemFolders(
  resolve: (folder: string) => Promise<string>,
): Promise<SystemFolders> {
  const named = async (folders: readonly string[]): Promise<readonly string[]> => [
    ...folders,
    ...(await Promise.all(folders.map(resolve))),
  ];
  return { ofSystem: await named(OF_SYSTEM), ofSockets: await named(OF_SOCKETS) };
}

let known: Promise<SystemFolders> | undefined;

/** Those of this machine, where they are resolved once. */
function ownFolders(): Promise<SystemFolders> {
  known ??= systemFolders(realPathOf);
  return known;
}

/**
 * Whether connections may not use a file or folder, whatever folders are allowed: it is one of the system, of
 * secrets, of the configuration of the user (`~/.ssh`), or of the data of the service.
 * @param found a real path
 * @param env usually `process.env`
 * @param what a folder of sockets may be in `/run`
 * @param folders default: those of this machine
 */
export async function isReserved(
  found: string,
  env: Environment,
  what: 'file' | 'folder' | 'folder of sockets' = 'file',
  folders: SystemFolders | null = null,
): Promise<boolean> {
  const dataDir = await realPathOf(env.SERVICE_DATA_DIR ?? '.millrace');
  const secrets = await Promise.all(readSecretSources(env).fileFolders.map(realPathOf));
  if (secrets.some((folder) => isWithin(found, folder))) return true;
  if (isWithin(found, dataDir)) return !isWithin(found, path.join(dataDir, STORAGE));
  const { ofSystem, ofSockets } = folders ?? (await ownFolders());
  const reserved = what === 'folder of sockets' ? ofSystem : [...ofSystem, ...ofSockets];
  if (reserved.some((folder) => isWithin(found, folder))) return true;
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
