const MEBIBYTE = 2 ** 20;
/** Memory that the runner needs beside a script, besides what it has when the script starts. */
const RESERVED_BYTES = 128 * MEBIBYTE;
/** A smaller bound would stop an interpreter at its start. */
const LEAST_BYTES = 64 * MEBIBYTE;

/** How much memory a script may use, and what bounds it. */
export interface MemoryBound {
  readonly bytes: number;
  /** The memory limit of the container in bytes, if the script gets what that leaves; null: the setting bounds it. */
  readonly containerBytes: number | null;
}

/** The memory of this process. */
export interface ProcessMemory {
  /** The limit of the container in bytes; 0: none. */
  readonly container: number;
  /** What this process uses, in bytes. */
  readonly own: number;
}

/**
 * The bound of a script: the setting, or what the limit of the container leaves beside the runner if that is less.
 * Else the kernel would kill a process of the container, without a reason that anybody sees.
 * @param configured `SERVICE_SCRIPT_MAX_MEMORY_MB`, in bytes
 */
export function memoryBound(configured: number, memory: ProcessMemory = ownMemory()): MemoryBound {
  const left = Math.max(LEAST_BYTES, memory.container - memory.own - RESERVED_BYTES);
  if (memory.container <= 0 || left >= configured) {
    return { bytes: configured, containerBytes: null };
  }
  return { bytes: left, containerBytes: memory.container };
}

/** Why a script was stopped that needs more. */
export function memoryReason(bound: MemoryBound): string {
  return `The script needs more than ${mebibytes(bound.bytes)} of memory and was stopped. ${memoryRemedy(bound)}`;
}

/** What to do about a script that crashed, which is also how a process ends that the kernel refuses memory. */
export function crashHint(bound: MemoryBound): string {
  return `A native library crashed, or the process grew by more than its ${mebibytes(bound.bytes)} of memory at once. ${memoryRemedy(bound)}`;
}

function memoryRemedy({ containerBytes }: MemoryBound): string {
  const remedy =
    containerBytes === null
      ? 'raise SERVICE_SCRIPT_MAX_MEMORY_MB'
      : `give the run more memory: its container has ${mebibytes(containerBytes)}`;
  return `Process fewer rows or columns at once, or ${remedy}.`;
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBIBYTE)} MiB`;
}

function ownMemory(): ProcessMemory {
  return { container: process.constrainedMemory(), own: process.memoryUsage.rss() };
}
