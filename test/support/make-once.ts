import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../runner/domain/error-code.ts';

const LOOK_AGAIN_MS = 100;

/**
 * Makes a file or folder that is not there yet. While another process of this machine makes it, this
 * one waits instead of making it too: a build uses every core. The claim of a process that has
 * ended is void; should two take it over at once, both make it, which costs time only.
 * @param make makes it elsewhere and renames it
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
      if (performance.now() > deadline) throw new Error(`Another process does not make ${target}`);
      await delay(LOOK_AGAIN_MS);
      continue;
    }
    try {
      // It may have been made since we looked.
      if (!existsSync(target)) await make();
      return;
    } finally {
      await rm(claim, { force: true });
    }
  }
}

/** Whether another process holds the claim; if not, it is ours now. */
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

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, under another user.
    return errorCode(error) === 'EPERM';
  }
}
