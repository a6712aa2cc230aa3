import { readFile } from 'node:fs/promises';

/** Returns the peak resident memory of a process in bytes, from /proc; null on systems without it. */
export async function readPeakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const match = /^VmHWM:\s+(\d+) kB$/m.exec(status);
  return match === null ? null : Number(match[1]) * 1024;
}
