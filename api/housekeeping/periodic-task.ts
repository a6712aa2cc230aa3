import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface PeriodicTaskOptions {
  readonly logger: Logger;
  /** The log message for work that fails. The task runs again after the interval. */
  readonly failure: string;
  readonly intervalMs: number;
  /** One pass of the work. It returns soon after the signal aborts. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** Repeats work in the background: on start, at intervals and on `wake`. Passes never overlap. */
export class PeriodicTask {
  readonly #options: PeriodicTaskOptions;
  readonly #stopping = new AbortController();
  #pause = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(options: PeriodicTaskOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Starts a pass now, or after the one in progress. */
  wake(): void {
    this.#pause.abort();
  }

  /** Starts no further pass and waits for the one in progress. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { intervalMs, work, logger, failure } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Renewed before the pass, so that a `wake` during the pass skips the pause.
      this.#pause = new AbortController();
      try {
        await work(signal);
      } catch (error) {
        logger.warn({ err: error }, failure);
      }
      const woken = AbortSignal.any([signal, this.#pause.signal]);
      // It rejects only when it is aborted.
      await delay(intervalMs, undefined, { signal: woken }).catch(() => undefined);
    }
  }
}
