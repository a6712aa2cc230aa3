import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf, isInstalled } from '../../../scripts/install/installed.mjs';
import { makeOnce } from '../../support/make-once.ts';
import { cacheFolder } from '../../support/cache-folder.ts';
import { PRESENT_ROOT } from '../service.ts';
import { environmentOutside } from '../environment-outside.ts';
import { runInGroup } from './run-in-group.ts';
import { Shelf } from './shelf.ts';

/** An installation without a cache of packages takes minutes. */
const MAKE_WITHIN_MS = 1_800_000;
/** Kept trees of commits. Each has its own packages, unless its lock file is the present one. */
const MAX_KEPT = 3;

/** A commit that can be started. */
export interface OlderRoot {
  /** Its clone. */
  readonly root: string;
  /** From now on it may be removed to make room for others. */
  release(): Promise<void>;
}

/**
 * Resolves what names a commit.
 * @returns its full hash
 * @throws Error when there is none
 */
export async function resolveCommit(name: string, signal: AbortSignal): Promise<string> {
  const parse = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  try {
    return (await git(parse, signal)).trim();
  } catch {
    signal.throwIfAborted();
    throw new Error(
      `No commit of this repository is named "${name}". Name one that git log shows; a shallow clone has no older ones until git fetch --unshallow.`,
    );
  }
}

/** The subject of a commit. */
export async function subjectOf(commit: string, signal: AbortSignal): Promise<string> {
  return (await git(['log', '-1', '--format=%s', commit], signal)).trim();
}

/** The paths of tracked files that differ from the last commit. */
export async function changedFiles(signal: AbortSignal): Promise<readonly string[]> {
  const changed = await git(['diff', '--name-only', 'HEAD'], signal);
  return changed.split('\n').filter((file) => file !== '');
}

/**
 * Makes a worktree of a commit in the user's cache folder and installs what its `npm start` needs, unless a
 * former call did. Removes the trees that were used least recently.
 * @param commit the full hash
 */
export async function openOlderRoot(commit: string, signal: AbortSignal): Promise<OlderRoot> {
  const shelf = new Shelf(path.join(cacheFolder(), 'bench'), MAX_KEPT);
  const folder = await shelf.open(commit);
  const [root, ready] = [path.join(folder, 'tree'), path.join(folder, 'ready')];
  try {
    // Another program may have removed the worktree.
    if (!existsSync(path.join(root, 'package.json'))) await rm(ready, { force: true });
    await makeOnce(ready, () => make(folder, commit, signal), MAKE_WITHIN_MS);
    if (await shelf.shrink()) await git(['worktree', 'prune'], signal);
  } catch (error) {
    await shelf.close(commit);
    throw error;
  }
  return { root, release: () => shelf.close(commit) };
}

async function make(folder: string, commit: string, signal: AbortSignal): Promise<void> {
  const tree = path.join(folder, 'tree');
  const over = AbortSignal.timeout(MAKE_WITHIN_MS);
  const either = AbortSignal.any([signal, over]);
  // What an interrupted call left.
  await removeTree(tree);
  try {
    await git(['worktree', 'add', '--quiet', '--detach', '--force', tree, commit], either);
    await installInto(tree, either);
    await writeFile(path.join(folder, 'ready'), commit);
  } catch (error) {
    await removeTree(tree);
    if (!over.aborted) throw error;
    throw new Error(
      `The installation of ${commit} took more than ${MAKE_WITHIN_MS / 60_000} minutes. Run the benchmark again: npm keeps what it fetched.`,
      { cause: error },
    );
  }
}

async function removeTree(tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true });
  // Also when the benchmark was stopped, whose signal has aborted.
  await git(['worktree', 'prune'], AbortSignal.timeout(60_000));
}

/** Installs by the scripts of the commit, from links to the present packages when the lock file is the same. */
async function installInto(tree: string, signal: AbortSignal): Promise<void> {
  const manifest = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8')) as {
    readonly scripts?: Readonly<Record<string, string>>;
  };
  if (manifest.scripts?.prestart === undefined) {
    throw new Error('The commit is older than "npm start", which installs and starts the service.');
  }
  if (hasPresentPackages(tree)) await linkPackages(tree, signal);
  await runInGroup(['npm', 'run', '--silent', 'prestart'], {
    cwd: tree,
    environment: environmentOutside(process.env),
    signal,
  });
}

function hasPresentPackages(tree: string): boolean {
  return (
    existsSync(path.join(tree, '.npmrc')) &&
    digestOf(tree) === digestOf(PRESENT_ROOT) &&
    isInstalled(PRESENT_ROOT, 'runtime', { needsNode: false })
  );
}

/** Links every file of the present packages. Falls back to an installation on another file system. */
async function linkPackages(tree: string, signal: AbortSignal): Promise<void> {
  const from = path.join(PRESENT_ROOT, 'node_modules');
  const to = path.join(tree, 'node_modules');
  // Compiled code and the like belong to each clone.
  const entries = readdirSync(from).filter((name) => name !== '.cache');
  await mkdir(to);
  try {
    const sources = entries.map((name) => path.join(from, name));
    await runInGroup(['cp', '-al', '--', ...sources, to], { cwd: tree, signal });
  } catch {
    signal.throwIfAborted();
    await rm(to, { recursive: true, force: true });
  }
}

/** Runs git in the present clone, without its hooks. */
async function git(args: readonly string[], signal: AbortSignal): Promise<string> {
  return await runInGroup(['git', '-c', 'core.hooksPath=/dev/null', ...args], {
    cwd: PRESENT_ROOT,
    environment: environmentOutside(process.env),
    signal,
  });
}
