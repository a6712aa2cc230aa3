// Makes a clone ready: `node scripts/bootstrap.mjs` to run the service, with `develop` also to test it.
// This and scripts/install must work on any Node from 20 on and without node_modules, so they are plain
// JavaScript and import nothing but Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBundle } from './install/bundle.mjs';
import { install } from './install/install.mjs';
import { isInstalled } from './install/installed.mjs';
import { needsNode } from './install/needs-node.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const major = Number(process.versions.node.split('.')[0]);
/** The modules of the same folder that a module loads; types are not loaded. */
const LOADS = /^(?:import|export) (?!type\b).*?from ["'](\.[^"']+)["']/gm;

if (major < 20) {
  fail(`Millrace needs Node 20 or newer to set itself up; this is ${process.version}.`);
}
try {
  await ensureInstalled(process.argv[2] === 'develop' ? 'develop' : 'runtime');
  await ensureGenerated();
  await bundleForUsers();
} catch (error) {
  fail(error.message);
}

async function ensureInstalled(kind) {
  const running = { version: process.versions.node, executable: process.execPath };
  const tools = { needsNode: needsNode(root, running) };
  if (isInstalled(root, kind, tools)) return;
  const npm = process.env.npm_execpath;
  if (!npm) fail('Run this through npm: npm start, npm test or npx millrace.');
  await install(root, kind, { npm, ...tools });
}

/** Who develops runs the sources. */
async function bundleForUsers() {
  const running = { version: process.versions.node, executable: process.execPath };
  const tools = { npm: process.env.npm_execpath, needsNode: needsNode(root, running) };
  if (!isInstalled(root, 'develop', tools)) await ensureBundle(root, tools);
}

/** Generates the committed client again after a change of the schema. */
async function ensureGenerated() {
  if (isGenerated()) return;
  // The generator is a development dependency.
  await ensureInstalled('develop');
  process.stderr.write('Generating the database client …\n');
  const script = path.join(root, 'scripts', 'generate-prisma.mjs');
  const done = spawnSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) fail('The database client could not be generated; see above.');
}

/** Reports whether the client matches the schema. The client quotes its schema with other spaces. */
function isGenerated() {
  const folder = path.join(root, 'prisma', 'generated');
  const quoting = path.join(folder, 'internal', 'class.ts');
  if (!existsSync(quoting) || !isWhole(path.join(folder, 'client.ts'))) return false;
  const schema = readFileSync(path.join(root, 'prisma', 'schema.prisma'), 'utf8');
  const quoted = JSON.stringify(schema.replaceAll(/ +/g, ' '));
  return readFileSync(quoting, 'utf8').replaceAll(/ +/g, ' ').includes(`"inlineSchema": ${quoted}`);
}

/** Reports whether a module exists with everything that it imports from its folder. */
function isWhole(file, known = new Set()) {
  if (known.has(file)) return true;
  if (!existsSync(file)) return false;
  known.add(file);
  const loaded = [...readFileSync(file, 'utf8').matchAll(LOADS)];
  return loaded.every(([, name]) => isWhole(path.resolve(path.dirname(file), name), known));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
