import { readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';

const LOW = 10;

/**
 * Lets every other process go before this one. It cannot be undone without privileges, so the process
 * is to be replaced afterwards. Where the system refuses, the process just keeps its priority.
 */
export async function lowerPriority(pid: number): Promise<void> {
  // Linux keeps a priority per thread: threads that exist already would stay at the old one.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [String(pid)]);
  for (const thread of threads) setPriority(Number(thread));
  // A detached process is a scheduling group of its own where autogrouping is on; priorities
  // of processes then count only within their group.
  await writeFile(`/proc/${pid}/autogroup`, String(LOW)).catch(() => undefined);
}

function setPriority(thread: number): void {
  try {
    os.setPriority(thread, LOW);
  } catch {
    // The thread has ended, or the system refuses.
  }
}
