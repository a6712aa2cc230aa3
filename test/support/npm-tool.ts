import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findNpm } from '../../cli/extras/find-npm.ts';
import { cacheFolder } from './cache-folder.ts';
import { makeOnce } from './make-once.ts';

const INSTALL_WITHIN_MS = 10 * 60_000;
const MODULES = path.resolve(import.meta.dirname, '..', 'tools');

/**
 * Installs the packages of a folder under `test/tools`, pinned by its lock file, into the user's cache folder:
 * no test program is a dependency of the service. No script of a package runs.
 * @returns the folder that has `node_modules`
 */
export async function npmTool(module: string): Promise<string> {
  const source = path.join(MODULES, module);
  const lock = await readFile(path.join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = path.join(cacheFolder(), 'tools', `${module}-${version}`);
  await makeOnce(folder, () => install(source, folder), INSTALL_WITHIN_MS);
  return folder;
}

async function install(source: string, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(source, unfinished, { recursive: true });
  const words = [findNpm(process.env), 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)(process.execPath, words, {
    cwd: unfinished,
    timeout: INSTALL_WITHIN_MS,
  });
  await rename(unfinished, folder);
}
