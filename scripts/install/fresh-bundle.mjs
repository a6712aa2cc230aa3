import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The folders with sources of the programs, and what decides the results of nodes besides. */
const FOLDERS = ['api', 'cli', 'kubernetes', 'operator', 'prisma', 'runner'];
const SOURCE = /(?<!\.test|\.d)\.(?:m?ts|mjs|py)$|[\\/]package\.json$/;

/** Where the bundles of a clone are: among its packages, so that new packages replace them too. */
export function bundlesFolder(root) {
  return path.join(root, 'node_modules', '.millrace', 'bundles');
}

/**
 * Where the bundle of the sources is, or would be. Sources are compared by their size and time: reading them would
 * take longer than a bundle saves. Each has a folder of its own, since a service may still run an older one.
 * @param {string} root the clone
 */
export function bundleFolder(root) {
  const hash = createHash('sha256');
  for (const file of sourceFiles(root)) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return path.join(bundlesFolder(root), hash.digest('hex').slice(0, 16));
}

/** The folder of the bundle of the sources; null when there is none. */
export function freshBundle(root) {
  if (!existsSync(bundlesFolder(root))) return null;
  const folder = bundleFolder(root);
  return existsSync(folder) ? folder : null;
}

/** The sources of the programs, in order. */
export function sourceFiles(root) {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => SOURCE.test(name))
      .map((name) => path.join(folder, name)),
  );
  return [...inFolders, 'package.json', 'package-lock.json'].sort();
}
