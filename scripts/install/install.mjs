import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf, writeStamp } from './installed.mjs';
import { prune } from './prune.mjs';
import { runNpm } from './run-npm.mjs';
import { runtimePart, toolsPart } from './runtime-lock.mjs';

const FLAGS = ['ci', '--no-audit', '--no-fund', '--loglevel=http', '--no-progress'];

/**
 * Installs the packages: `runtime` what running takes, `develop` everything.
 * @param {string} root the clone
 * @param {'runtime' | 'develop'} kind
 * @param {{ npm: string, needsNode: boolean }} tools the file of npm; whether Node has to be installed too
 */
export async function install(root, kind, { npm, needsNode }) {
  const staging = path.join(root, '.millrace-install');
  rmSync(staging, { recursive: true, force: true });
  try {
    // npm leaves out the binary packages that ask for a newer Node than the one it runs on, so the
    // installation itself is run by Node 24, which the registry has as a package.
    const node = needsNode
      ? await installNode(root, path.join(staging, 'node'), npm)
      : process.execPath;
    if (kind === 'develop') await installAll(root, [node, npm]);
    else await installRuntime(root, path.join(staging, 'runtime'), { node, npm, needsNode });
  } finally {
    rmSync(staging, { recursive: true, force: true });
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

async function installAll(root, [node, npm]) {
  const packages = Object.keys(read(root).lock.packages).length;
  const title = 'Installing packages and the tools of development';
  await runNpm([node, npm, ...FLAGS], { cwd: root, title, packages });
  writeStamp(path.join(root, 'node_modules'), 'develop', digestOf(root));
}

/** Beside, then moved in one step: an interrupted installation leaves nothing that looks complete. */
async function installRuntime(root, folder, { node, npm, needsNode }) {
  const { manifest, lock } = read(root);
  const packages = stage(root, folder, runtimePart(manifest, lock));
  await runNpm([node, npm, ...FLAGS], { cwd: folder, title: 'Installing packages', packages });
  const modules = path.join(folder, 'node_modules');
  if (needsNode) adoptNode(path.dirname(folder), modules);
  prune(modules);
  writeStamp(modules, 'runtime', digestOf(root));
  const target = path.join(root, 'node_modules');
  rmSync(target, { recursive: true, force: true });
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
