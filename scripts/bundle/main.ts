// Bundles the programs of the service, so that they start in half of the time. See ADR 0020.
//   node scripts/bundle/main.ts [--out FOLDER] [--tools FOLDER]
// The first folder must not exist yet; the default is where the programs look for a bundle of their sources. The
// second one has the bundler in its node_modules; the default is the clone.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleFolder, bundlesFolder } from '../install/fresh-bundle.mjs';
import { bundledName } from '../../runner/programs/program-file.ts';
import { buildBundle, type BundleRequest } from './build-bundle.ts';
import { removeOldBundles } from './remove-old-bundles.ts';

const STARTS_WITHIN_MS = 60_000;

const root = path.resolve(import.meta.dirname, '..', '..');
const { values } = parseArgs({
  options: { out: { type: 'string' }, tools: { type: 'string', default: root } },
});
const place = path.resolve(values.out ?? bundleFolder(root));
const unfinished = `${place}.${process.pid}`;
try {
  await buildBundle({ root, out: unfinished, place, ...(await bundlerOf(values.tools)) });
  checkBundle(unfinished);
  moveTo(place);
  if (values.out === undefined) removeOldBundles(bundlesFolder(root));
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}

function moveTo(folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process built the same bundle meanwhile: its sources name the default folder.
    if (values.out !== undefined || !existsSync(folder)) throw error;
  }
}

/** @throws Error when the command line of the bundle does not start */
function checkBundle(folder: string): void {
  const words = [path.join(folder, bundledName('cli/main.ts')), '--version'];
  const { status, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    timeout: STARTS_WITHIN_MS,
  });
  if (status !== 0) throw new Error(`The bundle does not start: ${stderr}`);
}

async function bundlerOf(
  folder: string,
): Promise<Pick<BundleRequest, 'bundler' | 'bundlerFolder'>> {
  const { resolve } = createRequire(path.resolve(folder, 'package.json'));
  const { rolldown } = (await import(pathToFileURL(resolve('rolldown')).href)) as {
    readonly rolldown: BundleRequest['bundler'];
  };
  return { bundler: rolldown, bundlerFolder: path.dirname(resolve('rolldown/package.json')) };
}
