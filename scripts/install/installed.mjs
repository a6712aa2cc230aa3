import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const INPUTS = ['package-lock.json', '.npmrc'];

/** What an installation was made of; two are the same when these are. */
export function digestOf(root) {
  const digest = createHash('sha256');
  for (const file of INPUTS) digest.update(readFileSync(path.join(root, file)));
  return digest.digest('hex');
}

/** `install` is that of everything, `runtime` that of what running takes. */
function stampFile(modules, kind) {
  return path.join(modules, '.millrace', kind === 'develop' ? 'install' : 'runtime');
}

/** Says in an installation that it is complete. */
export function writeStamp(modules, kind, digest) {
  const file = stampFile(modules, kind);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, digest);
}

/**
 * Whether what is installed is enough. The stamp alone is not believed: somebody may have removed
 * packages since, so each that npm listed must be there.
 */
export function isInstalled(root, kind, { needsNode }) {
  const modules = path.join(root, 'node_modules');
  const wanted = digestOf(root);
  const kinds = kind === 'develop' ? ['develop'] : ['develop', 'runtime'];
  const isStamped = kinds.some((each) => read(stampFile(modules, each)) === wanted);
  if (!isStamped || (needsNode && !existsSync(path.join(modules, '.bin', 'node')))) return false;
  const listed = read(path.join(modules, '.package-lock.json'));
  if (listed === null) return false;
  const places = Object.keys(JSON.parse(listed).packages);
  return places.every((place) => existsSync(path.join(root, place, 'package.json')));
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
