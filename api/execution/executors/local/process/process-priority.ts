import { readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';

/**
 * Niceness of runner processes. The API and the database go first, so that requests are answered
 * while runs use every core; large jobs go last.
 */
export const RUNNER_NICENESS = { small: 3, large: 5 } as const;

/**
 * Lowers the priority of a process. Without privileges it cannot be raised again. Where the system
 * refuses, the process keeps its priority.
 * @param niceness from 0, the usual one, to 19, the lowest priority
 */
export async function lowerPriority(pid: number, niceness: number): Promise<void> {
  // Linux keeps a priority per thread: threads that exist already would stay at the old one.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [String(pid)]);
  for (const thread of threads) setPriority(Number(thread), niceness);
  // A detached process is a scheduling group of its own where autogrouping is on; priorities
  // of processes then count only within their group.
  await writeFile(`/proc/${pid}/autogroup`, String(niceness)).catch(() => undefined);
}

function setPriority(thread: number, niceness: number): void {
  try {
    os.setPriority(thread, niceness);
  } catch {
    // The thread has ended, or the system refuses.
  }
}
