import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const INPUTS = ['package-lock.json', '.npmrc'];

/** Returns a digest of the files that determine an installation. */
export function digestOf(root) {
  const digest = createHash('sha256');
  for (const file of INPUTS) digest.update(readFileSync(path.join(root, file)));
  return digest.digest('hex');
}

/** Returns the stamp file: `install` for all packages, `runtime` for those of the service. */
function stampFile(modules, kind) {
  return path.join(modules, '.millrace', kind === 'develop' ? 'install' : 'runtime');
}

/** Marks an installation as complete. */
export function writeStamp(modules, kind, digest) {
  const file = stampFile(modules, kind);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, digest);
}

/**
 * Reports whether the installed packages suffice. The stamp alone is no proof: a package may have been
 * removed since, so every package that npm listed must exist.
 */
export function isInstalled(root, kind, { needsNode }) {
  const modules = path.join(root, 'node_modules');
  const digest = digestOf(root);
  const kinds = kind === 'develop' ? ['develop'] : ['develop', 'runtime'];
  const isStamped = kinds.some((each) => read(stampFile(modules, each)) === digest);
  if (!isStamped || (needsNode && !existsSync(path.join(modules, '.bin', 'node')))) return false;
  const listed = read(path.join(modules, '.package-lock.json'));
  if (listed === null) return false;
  const places = Object.keys(JSON.parse(listed).packages);
  return places.every((place) => existsSync(path.join(root, place, 'package.json')));
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
