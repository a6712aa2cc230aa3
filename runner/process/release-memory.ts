import { setTimeout } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';

/** A process that holds less has nothing to give back that is worth a collection of garbage. */
const HELD_BYTES = 160 * 1024 ** 2;

const FREED_AFTER_MS = 50;

let trim: Promise<() => void> | undefined;

/**
 * Gives the memory of a large job back to the system: collects garbage, and trims the heap of glibc, which keeps freed
 * memory. Takes some 100 ms, so call it after the answer.
 * @returns the resident memory in bytes
 */
export async function releaseMemory(): Promise<number> {
  if (process.memoryUsage.rss() < HELD_BYTES) return process.memoryUsage.rss();
  collectGarbage();
  // A thread of V8 frees the buffers of typed arrays after the collection.
  await setTimeout(FREED_AFTER_MS);
  trim ??= heapTrim();
  (await trim)();
  return process.memoryUsage.rss();
}

function collectGarbage(): void {
  // The flag only defines the function in contexts that are made after it.
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  v8.setFlagsFromString('--no-expose-gc');
  collect();
}

async function heapTrim(): Promise<() => void> {
  try {
    const { default: koffi } = await import('koffi');
    const mallocTrim = koffi.load(null).func('malloc_trim', 'int', ['size_t']);
    return () => void mallocTrim(0);
  } catch {
    // musl, macOS and Windows have no such function: a process that holds too much is replaced.
    return () => undefined;
  }
}
