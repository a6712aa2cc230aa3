export interface SemaphoreOptions {
  /** How many tasks hold a slot concurrently. */
  readonly limit: number;
  /** A task that takes longer releases its slot and continues without one. */
  readonly releaseAfterMs: number;
}

/**
 * Bounds concurrency, first in, first out. Tasks that all start together all finish late, because they
 * interleave; with a bound, half of them finish in half the time. `p-limit` has no release by time.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #queue = new Set<() => void>();
  #acquired = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** Runs the task when a slot is free. @returns its result */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#acquire();
    const release = this.#releaseOnce();
    const timer = setTimeout(release, this.#options.releaseAfterMs);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  async #acquire(): Promise<void> {
    if (this.#acquired < this.#options.limit) this.#acquired += 1;
    else await new Promise<void>((resolve) => this.#queue.add(resolve));
  }

  #releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = this.#queue;
      if (next === undefined) {
        this.#acquired -= 1;
        return;
      }
      this.#queue.delete(next);
      next();
    };
  }
}
