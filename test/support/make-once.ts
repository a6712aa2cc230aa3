import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../runner/domain/error-code.ts';
import { noteMade } from './test-counts.ts';

const POLL_INTERVAL_MS = 100;

/**
 * Makes a file or folder unless it exists. While another process of this machine makes it, this process
 * waits, since a build uses every core. The claim of a dead process is void. If two processes replace it
 * concurrently, both make the target, which only costs time.
 * @param make makes the target elsewhere and renames it
 * @param withinMs how long another process may take
 * @throws Error when another process takes longer
 */
export async function makeOnce(
  target: string,
  make: () => Promise<void>,
  withinMs: number,
): Promise<void> {
  const claim = `${target}.making`;
  const deadline = performance.now() + withinMs;
  await mkdir(path.dirname(target), { recursive: true });
  while (!existsSync(target)) {
    if (await isClaimed(claim)) {
      if (performance.now() > deadline)
        throw new Error(`Another process did not make ${target} in time`);
      await delay(POLL_INTERVAL_MS);
      continue;
    }
    try {
      // Another process may have made it before this claim.
      if (!existsSync(target)) {
        const started = performance.now();
        await make();
        noteMade(path.basename(target), (performance.now() - started) / 1000);
      }
      return;
    } finally {
      await rm(claim, { force: true });
    }
  }
}

/** Reports whether another process holds the claim; otherwise this process holds it now. */
async function isClaimed(claim: string): Promise<boolean> {
  try {
    await writeFile(claim, String(process.pid), { flag: 'wx' });
    return false;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const owner = await readFile(claim, 'utf8').catch(() => '');
  if (owner === '' || isAlive(Number(owner))) return true;
  await rm(claim, { force: true });
  return await isClaimed(claim);
}

/** Reports whether a process of this machine is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // It is running as another user.
    return errorCode(error) === 'EPERM';
  }
}

/** Whether a process has ended, and its parent has not read that yet, which may be the first of the machine. */
function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && readFileSync(file, 'utf8').includes(') Z ');
}
