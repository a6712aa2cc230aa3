// Makes a fresh clone ready to run: the only script that must work on any Node from 20 on and
// without node_modules, so it is plain JavaScript and imports nothing but Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? '.', '..');
const stamps = path.join(root, 'node_modules', '.millrace');

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Millrace needs Node 20 or newer to set itself up; this is ${process.version}.`);
}
step('install', ['package-lock.json', '.npmrc'], 'Installing packages (about a minute)', install);
step('prisma', ['prisma/schema.prisma'], 'Generating the database client', generate);

/** Runs `work` when one of the files it depends on has changed since it last ran. */
function step(name, dependencies, title, work) {
  const digest = createHash('sha256');
  for (const file of dependencies) digest.update(readFileSync(path.join(root, file)));
  const stamp = path.join(stamps, name);
  const wanted = digest.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write(`${title} …\n`);
  work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, wanted);
}

// npm leaves out the binary packages that ask for a newer Node than the one it runs on, so the
// install itself is run by Node 24, which the registry has as a package.
function install() {
  const npm = process.env.npm_execpath;
  if (!npm) fail('Run this through npm: npm start, or npm test.');
  const runsOn24 = Number(process.versions.node.split('.')[0]) >= 24;
  const command = runsOn24
    ? [process.execPath, npm, 'ci']
    : [process.execPath, npm, 'exec', '--yes', '--package=node@24', '--', 'node', npm, 'ci'];
  run([...command, '--no-audit', '--no-fund', '--loglevel=error']);
}

function generate() {
  run([process.execPath, path.join(root, 'scripts', 'generate-prisma.mjs')]);
}

function run([command, ...args]) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) {
    fail(
      `This step failed (${done.error?.message ?? `exit ${done.status ?? done.signal}`}); see above.`,
    );
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
