import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isProcessAlive } from '../domain/process-alive.ts';

/**
 * Removes the scratch folders of processes that were killed during a job. A folder that cannot be removed,
 * for example because it belongs to another user, is reported and kept.
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
