import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { tryShell } from './shell.ts';

/**
 * Removes a folder with the mount on it, unless it has entries. `ip netns add` mounts the folder of
 * namespaces on itself and never unmounts it.
 */
export function removeIfEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length > 0) return;
  // Fails without a mount.
  tryShell('umount', folder);
  try {
    rmdirSync(folder);
  } catch {
    // Another process uses it.
  }
}
