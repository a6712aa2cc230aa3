import os from 'node:os';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does some work; a signal that ends the process has `tidy` done first. The process exits with 128 plus
 * the number of the signal, as shells expect.
 * @param tidy must not wait for anything
 */
export async function tidyOnSignal<T>(tidy: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: (typeof ENDING)[number]): void => {
    tidy();
    process.exit(128 + os.constants.signals[signal]);
  };
  for (const signal of ENDING) process.on(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of ENDING) process.off(signal, end);
  }
}
