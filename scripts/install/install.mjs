import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { digestOf, isInstalled, writeStamp } from './installed.mjs';
import { keep, keptFolder, takeKept } from './kept.mjs';
import { prune, pruneUnread } from './prune.mjs';
import { runNpm } from './run-npm.mjs';
import { runtimePart, toolsPart } from './runtime-lock.mjs';

/** The staging folder of an installation, by process: `npm start` and `npm test` may install concurrently. */
const STAGING = /^\.millrace-install-(\d+)$/;
const FLAGS = ['ci', '--no-audit', '--no-fund', '--loglevel=http', '--no-progress'];

/** The lock has a hash of each package, so cached metadata are safe. An unreachable registry fails soon. */
const EXTRA_FLAGS = ['--ignore-scripts', '--prefer-offline', '--fetch-retry-mintimeout=1000'];
const TITLES = {
  develop: 'Installing packages and the tools of development',
  runtime: 'Installing packages',
  extra: 'Installing the extra',
};

/**
 * Installs the packages of a lock file: with `runtime` those of the service, else all. An extra runs no
 * scripts of its packages.
 * @param {string} root the clone, or the folder of an extra
 * @param {'runtime' | 'develop' | 'extra'} kind
 * @param {{ npm: string, needsNode: boolean }} tools the path of npm; whether to install Node too
 * @throws Error with the output of npm when it fails
 */
export async function install(root, kind, { npm, needsNode }) {
  removeLeftovers(root);
  const staging = path.join(root, `.millrace-install-${process.pid}`);
  const kept = kind === 'develop' ? keptFolder(digestOf(root)) : null;
  try {
    const linked = path.join(staging, 'kept');
    if (takeKept(kept, linked)) {
      moveIn(root, staging, linked);
      return;
    }
    // npm omits binary packages that require a newer Node than its own, so Node 24 runs the
    // installation. The registry has it as a package.
    const node = needsNode
      ? await installNode(root, path.join(staging, 'node'), npm)
      : process.execPath;
    const modules = await installStaged(root, staging, kind, { node, npm, needsNode });
    // A concurrent installation may have finished first.
    if (isInstalled(root, kind, { needsNode })) return;
    keep(modules, kept);
    moveIn(root, staging, modules);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Installs development tools into a staging folder, which is removed when the work with them is done.
 * @param {string} root the clone, with its packages
 * @param {string} name the package
 * @param {{ npm: string, needsNode: boolean }} tools as for `install`
 * @param {(folder: string, node: string) => void} work gets the folder with the tools, and a Node that runs them
 */
export async function installTools(root, name, { npm, needsNode }, work) {
  removeLeftovers(root);
  const staging = path.join(root, `.millrace-install-${process.pid}`);
  const node = needsNode
    ? path.join(root, 'node_modules', 'node', 'bin', 'node')
    : process.execPath;
  try {
    const { manifest, lock } = read(root);
    const packages = stage(root, staging, toolsPart(manifest, lock, [name]));
    await runNpm([node, npm, ...FLAGS, ...EXTRA_FLAGS], {
      cwd: staging,
      title: 'Installing the bundler',
      packages,
    });
    work(staging, node);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Removes the staging folders of killed installations. */
function removeLeftovers(root) {
  for (const name of readdirSync(root)) {
    const pid = STAGING.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(path.join(root, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function installNode(root, folder, npm) {
  const { manifest, lock } = read(root);
  const packages = stage(root, folder, toolsPart(manifest, lock, ['node']));
  await runNpm([process.execPath, npm, ...FLAGS], {
    cwd: folder,
    title: 'Installing Node 24',
    packages,
  });
  return path.join(folder, 'node_modules', 'node', 'bin', 'node');
}

/**
 * Installs into a staging folder. An interrupted installation leaves nothing that looks complete, and a
 * running service keeps its packages meanwhile.
 * @returns the folder of the packages
 */
async function installStaged(root, staging, kind, { node, npm, needsNode }) {
  const isRuntime = kind === 'runtime';
  const folder = path.join(staging, kind);
  const { manifest, lock } = read(root);
  const packages = stage(
    root,
    folder,
    isRuntime ? runtimePart(manifest, lock) : { manifest, lock },
  );
  const flags = kind === 'extra' ? [...FLAGS, ...EXTRA_FLAGS] : FLAGS;
  await runNpm([node, npm, ...flags], { cwd: folder, title: TITLES[kind], packages });
  const modules = path.join(folder, 'node_modules');
  // The lock has Node as a development dependency.
  if (isRuntime && needsNode) adoptNode(staging, modules);
  if (isRuntime) prune(modules);
  if (kind === 'extra') pruneUnread(modules);
  writeStamp(modules, kind, digestOf(root));
  return modules;
}

/** Only renames: a process that loads a package meanwhile does not wait for a deletion. */
function moveIn(root, staging, modules) {
  const target = path.join(root, 'node_modules');
  if (existsSync(target)) renameSync(target, path.join(staging, 'replaced'));
  renameSync(modules, target);
}

/** Moves the Node that ran the installation into it. */
function adoptNode(staging, modules) {
  const installed = path.join(staging, 'node', 'node_modules');
  renameSync(path.join(installed, 'node'), path.join(modules, 'node'));
  renameSync(path.join(installed, '.bin', 'node'), path.join(modules, '.bin', 'node'));
}

/** @returns the number of packages */
function stage(root, folder, { manifest, lock }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'));
  return Object.keys(lock.packages).length - 1;
}

function read(root) {
  const parse = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  return { manifest: parse('package.json'), lock: parse('package-lock.json') };
}
