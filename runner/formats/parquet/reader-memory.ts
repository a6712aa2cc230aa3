import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

const GIBIBYTE = 2 ** 30;
const MACHINE_SHARE = 0.75;
/** Sampling interval, in which a reader can allocate some hundred megabytes. */
const SAMPLE_MS = 100;

/**
 * Returns the maximum memory in bytes for the reader of a file: 2 GiB plus 16 times the file, which is
 * enough for any table that is read in parts, but at most 75 % of the machine or the container.
 */
export function readerMemoryLimit(fileBytes: number, machineBytes = machineMemory()): number {
  return Math.min(2 * GIBIBYTE + 16 * fileBytes, Math.floor(MACHINE_SHARE * machineBytes));
}

function machineMemory(): number {
  // 0 means no limit.
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, os.totalmem()) : os.totalmem();
}

/** A running memory limit of a process. */
export interface MemoryWatch {
  /** True after the process was killed for exceeding the limit. */
  readonly hasExceeded: boolean;
  stop(): void;
}

/**
 * Kills a process that exceeds a memory limit in bytes. The declared sizes of a file do not predict its
 * memory, and an address space limit would stop the JavaScript engine, which reserves far more than it
 * uses. Without /proc (outside Linux) there is no limit.
 */
export function watchMemory(child: ChildProcess, limit: number): MemoryWatch {
  const watch = {
    hasExceeded: false,
    stop: (): void => {
      clearInterval(timer);
    },
  };
  const sample = (): void => {
    if (memoryOf(child.pid) > limit && child.kill('SIGKILL')) watch.hasExceeded = true;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  sample();
  return watch;
}

/**
 * Returns anonymous memory in bytes, since the system can reclaim file pages; 0 after the process ended.
 * Reads synchronously, which takes microseconds: a queue of file reads must not delay a sample.
 */
function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
