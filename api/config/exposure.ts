import path from 'node:path';
import type { Config } from './config.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether other machines can use the service without a token: it listens on more than loopback. */
export function isExposed({ host, apiToken }: Pick<Config, 'host' | 'apiToken'>): boolean {
  return apiToken === null && !LOOPBACK.test(host);
}

/**
 * The folders that contain all local files of connections; empty for any folder. Without a token everyone could
 * read the files of this machine by a connection, so that an exposed service has one folder.
 */
export function allowedRoots(config: Config): readonly string[] {
  const { storageAllowedRoots, dataDir } = config;
  if (storageAllowedRoots.length > 0 || !isExposed(config)) return storageAllowedRoots;
  return [path.join(dataDir, 'storage')];
}
