import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';

const GIBIBYTE = 2 ** 30;
const MACHINE_SHARE = 0.75;
/** A reader that unpacks as fast as memory takes it comes some hundred megabytes further in this time. */
const SAMPLE_MS = 100;

/**
 * How many bytes of memory the reader of a file may hold: 2 GiB and 16 times the file, which no table
 * needs that is read in parts, and not so much that the machine or the container has none left.
 */
export function readerMemoryLimit(fileBytes: number, machineBytes = machineMemory()): number {
  return Math.min(2 * GIBIBYTE + 16 * fileBytes, Math.floor(MACHINE_SHARE * machineBytes));
}

function machineMemory(): number {
  // 0 without a limit.
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, os.totalmem()) : os.totalmem();
}

export interface MemoryWatch {
  /** Whether the process was killed because it held more than it may. */
  readonly hasExceeded: boolean;
  stop(): void;
}

/**
 * Kills a process when it holds more memory than the limit. Declared sizes do not tell how much a file
 * unpacks to, and a limit of addresses would stop the JavaScript engine, which reserves far more than it
 * uses. Where the system does not tell what a process holds (/proc, Linux), nothing is killed.
 */
export function watchMemory(child: ChildProcess, limit: number): MemoryWatch {
  const watch = {
    hasExceeded: false,
    stop: (): void => {
      clearInterval(timer);
    },
  };
  const timer = setInterval(() => {
    void memoryOf(child.pid).then((bytes) => {
      if (bytes > limit && child.kill('SIGKILL')) watch.hasExceeded = true;
    });
  }, SAMPLE_MS);
  timer.unref();
  return watch;
}

/** Without the pages of mapped files, which the system can take back. 0 of a process that has ended. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
