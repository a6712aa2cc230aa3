import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { tryShell } from './shell.ts';

/**
 * Removes a folder that nobody uses any more, and the mount on it: `ip netns add` mounts the folder of
 * namespaces on itself and leaves that. One that holds anything stays as it is.
 */
export function removeIfEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length > 0) return;
  // Without a mount this fails, which is as good.
  tryShell('umount', folder);
  try {
    rmdirSync(folder);
  } catch {
    // Something has come meanwhile, or another process still uses it: then it is not ours to remove.
  }
}
