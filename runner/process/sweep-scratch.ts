import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isProcessAlive } from '../domain/process-alive.ts';

/**
 * Removes scratch folders whose process is gone: it was killed in the middle of a job. One that cannot
 * be removed, as when it belongs to another user, is reported and left.
 */
export async function sweepScratch(
  scratchDir: string,
  report: (error: unknown) => void,
): Promise<void> {
  const names = await readdir(scratchDir).catch(() => []);
  for (const name of names) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (!(pid > 0) || isProcessAlive(pid)) continue;
    await rm(path.join(scratchDir, name), { recursive: true, force: true }).catch(report);
  }
}
