import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Enough for two branches with other packages that take turns. */
const MAX_KEPT = 2;

/**
 * Returns where the packages of a lock file are kept for the next clone; null unless `CI` is set. CI installs
 * the same packages into a new clone each time. The clones share the files by hard links, so a developer who
 * edits a package in place would edit it for every clone: they are not kept there.
 * @param {string} digest that of the lock file
 * @param {NodeJS.ProcessEnv} environment
 */
export function keptFolder(digest, environment = process.env) {
  if (environment.CI !== 'true') return null;
  const cache = environment.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  const name = `${process.platform}-${process.arch}-${digest.slice(0, 16)}`;
  return path.join(cache, 'millrace', 'modules', name);
}

/**
 * Links the kept packages into a new folder.
 * @returns whether they were kept and can be linked from there
 */
export function takeKept(kept, modules) {
  if (kept === null || !existsSync(kept)) return false;
  return linkedTo(kept, modules);
}

/** Keeps packages for the next clone, unless they cannot be linked to. */
export function keep(modules, kept) {
  if (kept === null || existsSync(kept)) return;
  const all = path.dirname(kept);
  mkdirSync(all, { recursive: true });
  const unfinished = `${kept}.${process.pid}`;
  if (!linkedTo(modules, unfinished)) return;
  try {
    renameSync(unfinished, kept);
  } catch {
    // A concurrent installation kept the same packages.
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldest(all);
}

/** @returns whether the file system could link; nothing is left otherwise */
function linkedTo(from, to) {
  try {
    linkTree(from, to);
    return true;
  } catch {
    rmSync(to, { recursive: true, force: true });
    return false;
  }
}

function linkTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function removeOldest(all) {
  const kept = readdirSync(all).map((name) => path.join(all, name));
  const newestFirst = kept.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const each of newestFirst.slice(MAX_KEPT)) rmSync(each, { recursive: true, force: true });
}
