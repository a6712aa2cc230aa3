import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compiledCode } from './compiled-code.ts';

/** Creates the data folder of a service. Its runners share the compiled code of all processes of this Jest run. */
export async function createDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-data-'));
  const { NODE_COMPILE_CACHE: compiled } = compiledCode();
  if (compiled !== undefined) {
    await mkdir(path.join(folder, 'cache'));
    // A junction is what an account of Windows may create; other systems ignore the word.
    await symlink(path.resolve(compiled), path.join(folder, 'cache', 'code'), 'junction');
  }
  return folder;
}
