import os from 'node:os';
import path from 'node:path';

/** Where the user's clones keep what is dear to make and the same for all of them. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'millrace');
}
