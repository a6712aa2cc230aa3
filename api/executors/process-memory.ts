import { readFile } from 'node:fs/promises';

export interface ProcessMemory {
  readonly residentBytes: number;
  /** The most that was ever resident. */
  readonly peakBytes: number;
}

/** What a process holds in memory, where the system tells it in /proc (Linux); else null. */
export async function readProcessMemory(pid: number): Promise<ProcessMemory | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const residentBytes = kilobytes(status, 'VmRSS');
  const peakBytes = kilobytes(status, 'VmHWM');
  return residentBytes === null || peakBytes === null ? null : { residentBytes, peakBytes };
}

function kilobytes(status: string, field: string): number | null {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status);
  return match === null ? null : Number(match[1]) * 1024;
}
