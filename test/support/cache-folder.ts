import os from 'node:os';
import path from 'node:path';

/** Returns the folder where all clones of a user share expensive build results. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'millrace');
}
