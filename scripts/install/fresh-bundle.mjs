import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The folders with sources of the programs, what decides the results of nodes besides, and what builds a bundle. */
const FOLDERS = ['api', 'cli', 'kubernetes', 'operator', 'prisma', 'runner', 'scripts/bundle'];
const SOURCE = /(?<!\.test|\.d)\.(?:m?ts|mjs|py)$|[\\/]package\.json$/;

/** Where the bundles of a clone are: not among its packages, which an installation replaces under a running service. */
export function bundlesFolder(root) {
  return path.join(root, '.millrace-bundles');
}

/**
 * Where the bundle of the sources is, or would be. Sources are compared by their size and time: reading them would
 * take longer than a bundle saves. Each has a folder of its own, since a service may still run an older one.
 * @param {string} root the clone
 */
export function bundleFolder(root) {
  const hash = createHash('sha256');
  for (const file of sourceFiles(root)) {
    // A link of an editor may lead nowhere, and a file may vanish meanwhile.
    const found = statSync(path.join(root, file), { throwIfNoEntry: false });
    if (found !== undefined) hash.update(`${file}\0${found.size}\0${found.mtimeMs}\0`);
  }
  return path.join(bundlesFolder(root), hash.digest('hex').slice(0, 16));
}

/** An image has a bundle here and no sources. */
const BUILT = 'dist';

/**
 * The folder of the bundle of the sources, or of the only one where there are no sources; null when there is none, or
 * when the sources cannot be listed.
 */
export function freshBundle(root) {
  const built = path.join(root, BUILT);
  if (existsSync(built) && !existsSync(path.join(root, 'cli', 'main.ts'))) return built;
  if (!existsSync(bundlesFolder(root))) return null;
  try {
    const folder = bundleFolder(root);
    return existsSync(folder) ? folder : null;
  } catch {
    return null;
  }
}

/** The sources of the programs, in order. */
export function sourceFiles(root) {
  const inFolders = FOLDERS.flatMap((folder) => sourcesUnder(root, folder));
  return [...inFolders, 'package.json', 'package-lock.json'].sort();
}

/** Node's own recursion asks for the kind of each entry by itself, which takes longer than to list them. */
function sourcesUnder(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourcesUnder(root, name);
    return SOURCE.test(name) ? [name] : [];
  });
}
