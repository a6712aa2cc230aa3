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
  await removeFolders(scratchDir, (pid) => !isProcessAlive(pid), report);
}

/**
 * Removes the scratch folder of this process, which ends during its job: the runner that swept at its start found
 * it alive, and no other may start for long.
 */
export async function removeOwnScratch(
  scratchDir: string,
  report: (error: unknown) => void,
): Promise<void> {
  await removeFolders(scratchDir, (pid) => pid === process.pid, report);
}

async function removeFolders(
  scratchDir: string,
  isMeant: (pid: number) => boolean,
  report: (error: unknown) => void,
): Promise<void> {
  const names = await readdir(scratchDir).catch(() => []);
  for (const name of names) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (!(pid > 0) || !isMeant(pid)) continue;
    await rm(path.join(scratchDir, name), { recursive: true, force: true }).catch(report);
  }
}
