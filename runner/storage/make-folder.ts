import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder with those above it that are missing, one by one: Node's own way, `recursive`, never
 * returns below /proc.
 * @throws Error of the system when one cannot be made
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let above = path.resolve(folder);
  while (
    statSync(above, { throwIfNoEntry: false }) === undefined &&
    path.dirname(above) !== above
  ) {
    missing.unshift(above);
    above = path.dirname(above);
  }
  for (const each of missing) make(each);
}

function make(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process made it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
