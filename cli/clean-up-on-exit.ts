import os from 'node:os';

const EXIT_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work`, and `cleanUp` if the process exits in the meantime, by a signal or because the reader of its
 * output exits. After a signal the process exits with 128 plus its number, as shells expect.
 * @param cleanUp must be synchronous
 */
export async function cleanUpOnExit<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  process.on('exit', cleanUp);
  for (const signal of EXIT_SIGNALS) process.on(signal, exitAfter);
  try {
    return await work();
  } finally {
    process.off('exit', cleanUp);
    for (const signal of EXIT_SIGNALS) process.off(signal, exitAfter);
  }
}

function exitAfter(signal: (typeof EXIT_SIGNALS)[number]): void {
  process.exit(128 + os.constants.signals[signal]);
}
