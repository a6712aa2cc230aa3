import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../runner/domain/errors.ts';
import { interpreterIn, type BasePython } from '../../runner/scripts/python/find-python.ts';
import { cleanUpOnExit } from '../clean-up-on-exit.ts';
import { requireWritableFolder } from '../paths.ts';

/** What an environment was made of. It is written last, so an environment without it is incomplete. */
const STAMP = 'millrace.json';

/**
 * Makes a virtual environment with pinned packages and shows the progress on standard error. An interrupted
 * installation leaves the previous environment in place.
 * @param place the folder of the environment; its parent is created if missing
 * @returns false when it was already made of the same
 * @throws UserError when Python's venv or pip fails, with what to do
 */
export async function makeEnvironment(
  base: BasePython,
  packages: readonly string[],
  place: string,
): Promise<boolean> {
  const stamp = JSON.stringify({ python: base, packages });
  if (stampOf(place) === stamp && existsSync(interpreterIn(place))) return false;
  requireWritableFolder('--folder', path.dirname(place));
  const draft = `${place}.${process.pid}`;
  const remove = (): void => {
    rmSync(draft, { recursive: true, force: true });
  };
  remove();
  mkdirSync(draft);
  await cleanUpOnExit(remove, async () => {
    try {
      await fill(draft, base, packages);
      writeFileSync(path.join(draft, STAMP), stamp);
      rmSync(place, { recursive: true, force: true });
      renameSync(draft, place);
    } finally {
      remove();
    }
  });
  return true;
}

async function fill(folder: string, base: BasePython, packages: readonly string[]): Promise<void> {
  process.stderr.write(`Making an environment of ${base.executable} (Python 3.${base.minor}) …\n`);
  await run(base.executable, ['-m', 'venv', folder], VENV_ADVICE);
  process.stderr.write(`Installing ${packages.join(', ')} …\n`);
  const pip = ['-m', 'pip', 'install', '--disable-pip-version-check'];
  // Packages of the source form would need a compiler.
  await run(interpreterIn(folder), [...pip, '--only-binary=:all:', ...packages], PIP_ADVICE);
}

const VENV_ADVICE =
  'Python cannot make a virtual environment. On Debian and Ubuntu, install the package python3-venv.';
const PIP_ADVICE =
  "pip cannot install the packages. Check the network and pip's settings (index-url, proxy, cert), then run the command again.";

/** Runs a program whose output is the progress. @throws UserError when it fails */
async function run(program: string, args: readonly string[], advice: string): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new UserError(advice);
}

function stampOf(place: string): string | null {
  try {
    return readFileSync(path.join(place, STAMP), 'utf8');
  } catch {
    return null;
  }
}
