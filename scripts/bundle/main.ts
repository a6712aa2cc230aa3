// Bundles the programs of the service, so that they start in a quarter of the time. See ADR 0020.
//   node scripts/bundle/main.ts [--out FOLDER] [--tools FOLDER]
// The first folder must not exist yet; the default is where the programs look for a bundle of their sources. The
// second one has the bundler in its node_modules; the default is the clone.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleFolder, bundlesFolder } from '../install/fresh-bundle.mjs';
import { errorCode } from '../../runner/domain/error-code.ts';
import { bundledName } from '../../runner/programs/program-file.ts';
import { buildBundle, type BundleRequest } from './build-bundle.ts';

/** Services may still run the bundles before this one. They are 9 MB each. */
const MAX_KEPT = 10;
const BUNDLE = /^[0-9a-f]{16}$/;
/** A build that was killed, by the number of its process. */
const UNFINISHED = /^[0-9a-f]{16}\.(\d+)$/;

const root = path.resolve(import.meta.dirname, '..', '..');
const { values } = parseArgs({
  options: { out: { type: 'string' }, tools: { type: 'string', default: root } },
});
const place = path.resolve(values.out ?? bundleFolder(root));
const unfinished = `${place}.${process.pid}`;
try {
  await buildBundle({ root, out: unfinished, place, bundler: await bundlerOf(values.tools) });
  checkBundle(unfinished);
  moveTo(place);
  if (values.out === undefined) removeOld(bundlesFolder(root));
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

/** @throws Error when the command line of the bundle does not start */
function checkBundle(folder: string): void {
  const words = [path.join(folder, bundledName('cli/main.ts')), '--version'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The bundle does not start: ${stderr}`);
}

/** Removes what no service runs. What cannot be removed does not make the bundle a worse one. */
function removeOld(folder: string): void {
  const names = readdirSync(folder);
  const newestFirst = names
    .filter((name) => BUNDLE.test(name))
    .map((name) => ({ name, time: statSync(path.join(folder, name), QUIET)?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.time - a.time);
  const killed = names.filter((name) => {
    const pid = UNFINISHED.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of [...newestFirst.slice(MAX_KEPT).map((each) => each.name), ...killed]) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      // Another build removes it too.
    }
  }
}

const QUIET = { throwIfNoEntry: false } as const;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function bundlerOf(folder: string): Promise<BundleRequest['bundler']> {
  const file = createRequire(path.resolve(folder, 'package.json')).resolve('rolldown');
  const { rolldown } = (await import(pathToFileURL(file).href)) as {
    readonly rolldown: BundleRequest['bundler'];
  };
  return rolldown;
}
