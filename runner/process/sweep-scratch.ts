import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../domain/error-code.ts';

/** Removes scratch folders whose process is gone: it was killed in the middle of a job. */
export async function sweepScratch(scratchDir: string): Promise<void> {
  const names = await readdir(scratchDir).catch(() => []);
  for (const name of names) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (!(pid > 0) || isAlive(pid)) continue;
    await rm(path.join(scratchDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
