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
import { prune } from './prune.mjs';
import { runNpm } from './run-npm.mjs';
import { runtimePart, toolsPart } from './runtime-lock.mjs';

/** What an installation works in, by its process: `npm start` and `npm test` can be at it at once. */
const STAGING = /^\.millrace-install-(\d+)$/;
const FLAGS = ['ci', '--no-audit', '--no-fund', '--loglevel=http', '--no-progress'];

/**
 * Installs the packages: `runtime` what running takes, `develop` everything.
 * @param {string} root the clone
 * @param {'runtime' | 'develop'} kind
 * @param {{ npm: string, needsNode: boolean }} tools the file of npm; whether Node has to be installed too
 */
export async function install(root, kind, { npm, needsNode }) {
  removeLeftovers(root);
  const staging = path.join(root, `.millrace-install-${process.pid}`);
  try {
    // npm leaves out the binary packages that ask for a newer Node than the one it runs on, so the
    // installation itself is run by Node 24, which the registry has as a package.
    const node = needsNode
      ? await installNode(root, path.join(staging, 'node'), npm)
      : process.execPath;
    const modules = await installBeside(root, staging, kind, { node, npm, needsNode });
    // Another installation may have been quicker.
    if (!isInstalled(root, kind, { needsNode })) moveIn(root, staging, modules);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Removes what killed installations left. */
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
 * Beside, to be moved in: an interrupted installation leaves nothing that looks complete, and a
 * service that runs from the packages there are keeps them meanwhile.
 * @returns the folder of the packages
 */
async function installBeside(root, staging, kind, { node, npm, needsNode }) {
  const isRuntime = kind === 'runtime';
  const folder = path.join(staging, kind);
  const { manifest, lock } = read(root);
  const packages = stage(
    root,
    folder,
    isRuntime ? runtimePart(manifest, lock) : { manifest, lock },
  );
  const title = isRuntime
    ? 'Installing packages'
    : 'Installing packages and the tools of development';
  await runNpm([node, npm, ...FLAGS], { cwd: folder, title, packages });
  const modules = path.join(folder, 'node_modules');
  // The lock names Node among the tools of development.
  if (isRuntime && needsNode) adoptNode(staging, modules);
  if (isRuntime) prune(modules);
  writeStamp(modules, kind, digestOf(root));
  return modules;
}

/** By renaming alone: whoever loads a package at that time waits for no deletion. */
function moveIn(root, staging, modules) {
  const target = path.join(root, 'node_modules');
  if (existsSync(target)) renameSync(target, path.join(staging, 'replaced'));
  renameSync(modules, target);
}

/** The Node that ran the installation becomes part of it. */
function adoptNode(staging, modules) {
  const installed = path.join(staging, 'node', 'node_modules');
  renameSync(path.join(installed, 'node'), path.join(modules, 'node'));
  renameSync(path.join(installed, '.bin', 'node'), path.join(modules, '.bin', 'node'));
}

/** @returns how many packages it names */
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
