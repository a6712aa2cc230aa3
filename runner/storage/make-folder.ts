import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its missing parents one by one, since the `recursive` option of Node never returns
 * for a path below /proc.
 * @throws Error of the system when a folder cannot be created
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let current = path.resolve(folder);
  while (
    statSync(current, { throwIfNoEntry: false }) === undefined &&
    path.dirname(current) !== current
  ) {
    missing.unshift(current);
    current = path.dirname(current);
  }
  for (const each of missing) makeOne(each);
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // A concurrent process may have created it.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
