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

/** The stamp file of each kind: all packages, those of the service, those of an extra. */
const STAMPS = { develop: 'install', runtime: 'runtime', extra: 'extra' };
/** The kinds of installation that suffice for each kind. */
const SUFFICIENT = { develop: ['develop'], runtime: ['develop', 'runtime'], extra: ['extra'] };

function stampFile(modules, kind) {
  return path.join(modules, '.millrace', STAMPS[kind]);
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
  const isStamped = SUFFICIENT[kind].some((each) => read(stampFile(modules, each)) === digest);
  if (!isStamped || (needsNode && !existsSync(path.join(modules, '.bin', 'node')))) return false;
  const listed = read(path.join(modules, '.package-lock.json'));
  if (listed === null) return false;
  const places = Object.keys(JSON.parse(listed).packages);
  return places.every((place) => existsSync(path.join(root, place, 'package.json')));
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
