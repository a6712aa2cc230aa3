// Bundles the programs of the service, so that they start in a quarter of the time. See ADR 0020.
//   node scripts/bundle/main.ts [--out FOLDER] [--tools FOLDER]
// The first folder must not exist yet; the default is where the programs look for a bundle of their sources. The
// second one has the bundler in its node_modules; the default is the clone.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleFolder, bundlesFolder } from '../install/fresh-bundle.mjs';
import { buildBundle, type BundleRequest } from './build-bundle.ts';

/** A service may still run the bundle before this one. */
const MAX_KEPT = 2;

const root = path.resolve(import.meta.dirname, '..', '..');
const { values } = parseArgs({
  options: { out: { type: 'string' }, tools: { type: 'string', default: root } },
});
const place = path.resolve(values.out ?? bundleFolder(root));
const unfinished = `${place}.${process.pid}`;
try {
  await buildBundle({ root, out: unfinished, place, bundler: await bundlerOf(values.tools) });
  moveTo(place);
  if (values.out === undefined) removeOldest(bundlesFolder(root));
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}

function moveTo(folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process built the same bundle meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

function removeOldest(folder: string): void {
  const bundles = readdirSync(folder).map((name) => path.join(folder, name));
  const newestFirst = bundles.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const each of newestFirst.slice(MAX_KEPT)) {
    if (!each.endsWith(`.${process.pid}`)) rmSync(each, { recursive: true, force: true });
  }
}

async function bundlerOf(folder: string): Promise<BundleRequest['bundler']> {
  const file = createRequire(path.resolve(folder, 'package.json')).resolve('rolldown');
  const { rolldown } = (await import(pathToFileURL(file).href)) as {
    readonly rolldown: BundleRequest['bundler'];
  };
  return rolldown;
}
