import { readFile } from 'node:fs/promises';

/** The most bytes that a process ever held, where the system tells it in /proc (Linux); else null. */
export async function readPeakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const match = /^VmHWM:\s+(\d+) kB$/m.exec(status);
  return match === null ? null : Number(match[1]) * 1024;
}
