export interface SemaphoreOptions {
  /** Works that are begun at once. */
  readonly limit: number;
  /** Work that takes longer holds up nobody any more, and goes on without a turn. */
  readonly releaseAfterMs: number;
}

/**
 * Lets work begin in the order in which it came, a few at once. Of many that are begun together all
 * end late, since each waits for every step of the others; in turn, half of them end in half the time.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** @returns what the work gives, when its turn has come and it is done */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    const pass = this.#passOnce();
    const timer = setTimeout(pass, this.#options.releaseAfterMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      pass();
    }
  }

  async #turn(): Promise<void> {
    if (this.#taken < this.#options.limit) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #passOnce(): () => void {
    let isPassed = false;
    return () => {
      if (isPassed) return;
      isPassed = true;
      const [next] = this.#waiting;
      if (next === undefined) {
        this.#taken -= 1;
        return;
      }
      this.#waiting.delete(next);
      next();
    };
  }
}
