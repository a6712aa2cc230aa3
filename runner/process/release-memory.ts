import { setTimeout } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';

const MB = 1024 ** 2;
/** A process that holds less may have had small jobs only: it has nothing to give back that is worth a collection. */
const HELD_BYTES = 224 * MB;
/** Nor has one that holds only so much more than after the last collection: small jobs let it grow slowly. */
const GROWN_BYTES = 64 * MB;
const FREED_AFTER_MS = 50;

let trim: Promise<() => void> | undefined;
let kept = 0;

/** Whether so much memory is held, in bytes, that it is worth to give it back. */
export function holdsMuch(residentBytes: number): boolean {
  return residentBytes >= Math.max(HELD_BYTES, kept + GROWN_BYTES);
}

/**
 * Gives the memory of a large job back to the system: collects garbage, and trims the heap of glibc, which keeps freed
 * memory. Takes some 100 ms, so call it after the answer.
 * @returns the resident memory in bytes
 */
export async function releaseMemory(): Promise<number> {
  collectGarbage();
  // A thread of V8 frees the buffers of typed arrays after the collection.
  await setTimeout(FREED_AFTER_MS);
  trim ??= heapTrim();
  (await trim)();
  kept = process.memoryUsage.rss();
  return kept;
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
