const TRIES = 3;

/** Work that was given up and may still go on: done again, both would be measured together. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

/**
 * Does work again when it fails, since a machine with many things to do may be too busy to start a runner in
 * time. Reports each failure.
 * @throws the last error after three failures, and a GivenUpError at once
 */
export async function patiently<T>(
  what: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || signal?.aborted === true || error instanceof GivenUpError) throw error;
      console.error(`${what} failed and is repeated: ${String(error)}`);
    }
  }
}
