import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Runs TypeScript as it is. */
const NODE_MAJOR = 24;

/**
 * Reports whether an installation must have Node, because the host has none that is recent enough. npm puts the
 * Node of the clone first on the PATH: when that runs this, the host may have no other, so it must stay.
 * @param {string} root the clone
 * @param {{ version: string, executable: string }} running the Node that runs this
 */
export function needsNode(root, { version, executable }) {
  if (Number(version.split('.')[0]) < NODE_MAJOR) return true;
  const modules = path.join(root, 'node_modules');
  return existsSync(modules) && isWithin(realpathSync(modules), realpathSync(executable));
}

function isWithin(folder, file) {
  return file.startsWith(folder + path.sep);
}
