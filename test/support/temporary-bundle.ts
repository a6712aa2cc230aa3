import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundledName, type Program } from '../../runner/programs/program-file.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** A bundle of the programs, as users run it. */
export interface TemporaryBundle {
  /** The file of a program. */
  file(program: Program): string;
  remove(): void;
}

/** Builds a bundle of the sources of this clone in a folder of its own, from where it finds the packages of the clone. */
export async function temporaryBundle(): Promise<TemporaryBundle> {
  const place = path.join(ROOT, 'node_modules', '.cache', 'millrace');
  mkdirSync(place, { recursive: true });
  const own = mkdtempSync(path.join(place, 'bundle-'));
  const folder = path.join(own, 'dist');
  const build = ['--no-warnings', path.join('scripts', 'bundle', 'main.ts'), '--out', folder];
  await promisify(execFile)(process.execPath, build, { cwd: ROOT });
  return {
    file: (program) => path.join(folder, bundledName(program)),
    remove: () => {
      rmSync(own, { recursive: true, force: true });
    },
  };
}
