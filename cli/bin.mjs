#!/usr/bin/env node
// `npx millrace`: installs a fresh clone if needed, then starts Node 24, which runs TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspacePrefix } from './workspace-prefix.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const ownNode = path.join(
  root,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
);

const ready = spawnSync(process.execPath, [path.join(root, 'scripts', 'bootstrap.mjs')], {
  stdio: 'inherit',
});
if (ready.status !== 0) process.exit(ready.status ?? 1);

// The package is not installed if the host's Node is new enough.
const node = existsSync(ownNode) ? ownNode : process.execPath;
const child = spawn(node, [path.join(root, 'cli', 'millrace.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});

// Node handles no signal while an engine computes. The service has its own limit.
const GRACE_MS = 3000;
const isService = process.argv[2] === 'serve';
let killer = null;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    child.kill(signal);
    if (!isService) killer ??= setTimeout(kill, GRACE_MS, signal);
  });
}

child.on('exit', (code, signal) => {
  clearTimeout(killer);
  process.exit(code ?? 128 + (os.constants.signals[signal] ?? 0));
});

function kill(signal) {
  child.removeAllListeners('exit');
  child.on('exit', () => {
    removeWorkspaces();
    process.exit(128 + os.constants.signals[signal]);
  });
  child.kill('SIGKILL');
}

function removeWorkspaces() {
  const parent = os.tmpdir();
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(workspacePrefix(child.pid))) continue;
    rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}
