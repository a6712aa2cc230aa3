import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface PeriodicTaskOptions {
  readonly logger: Logger;
  /** What is logged when the work fails; it runs again after the interval. */
  readonly failure: string;
  readonly intervalMs: number;
  /** Does what there is to do. It returns soon after the signal was aborted. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** Repeats work in the background: at once, then at intervals and whenever it is woken. Never two at a time. */
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

  /** Ends the pause; work under way is followed by another round. */
  wake(): void {
    this.#pause.abort();
  }

  /** Starts no more work, and waits for what is under way. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { intervalMs, work, logger, failure } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#pause = new AbortController();
      try {
        await work(signal);
      } catch (error) {
        logger.warn({ err: error }, failure);
      }
      const woken = AbortSignal.any([signal, this.#pause.signal]);
      // Rejects only when it is aborted, which ends the pause.
      await delay(intervalMs, undefined, { signal: woken }).catch(() => undefined);
    }
  }
}
