import os from 'node:os';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does some work; where the process ends meanwhile, by a signal or because nobody reads its output, `tidy`
 * is done first. After a signal the process exits with 128 plus its number, as shells expect.
 * @param tidy must not wait for anything
 */
export async function tidyOnExit<T>(tidy: () => void, work: () => Promise<T>): Promise<T> {
  process.on('exit', tidy);
  for (const signal of ENDING) process.on(signal, exitAfter);
  try {
    return await work();
  } finally {
    process.off('exit', tidy);
    for (const signal of ENDING) process.off(signal, exitAfter);
  }
}

function exitAfter(signal: (typeof ENDING)[number]): void {
  process.exit(128 + os.constants.signals[signal]);
}
