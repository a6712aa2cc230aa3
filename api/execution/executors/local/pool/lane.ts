/** How many jobs of one kind run and wait at most. */
export interface LaneLimits {
  /** How many jobs run at once; 0 when none is ever given. */
  readonly concurrency: number;
  /** How many jobs may wait. */
  readonly queueCapacity: number;
}

/**
 * A bounded first-come queue of jobs of one kind, with its own share of the pool: jobs of one lane
 * never wait for those of another. Large jobs never take the last slot, so that small ones wait for
 * no large one.
 */
export class Lane<J extends { readonly large: boolean }> {
  readonly #limits: LaneLimits;
  readonly #waiting = new Set<J>();
  #waitingLarge = 0;
  #running = 0;
  #runningLarge = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get running(): number {
    return this.#running;
  }

  /** How many of the waiting jobs could run now. */
  get demand(): number {
    const small = this.#waiting.size - this.#waitingLarge;
    return Math.min(
      this.#freeSlots(),
      small + Math.min(this.#waitingLarge, this.#freeLargeSlots()),
    );
  }

  /** @returns false when the queue is full */
  add(job: J): boolean {
    if (this.#waiting.size >= this.#limits.queueCapacity) return false;
    this.#waiting.add(job);
    if (job.large) this.#waitingLarge += 1;
    return true;
  }

  /** @returns false when the job does not wait (any more) */
  remove(job: J): boolean {
    const waited = this.#waiting.delete(job);
    if (waited && job.large) this.#waitingLarge -= 1;
    return waited;
  }

  /** Takes the oldest job that may run now; `finish` gives its slot back. */
  take(): J | undefined {
    if (this.#freeSlots() === 0) return undefined;
    const largeMayRun = this.#freeLargeSlots() > 0;
    for (const job of this.#waiting) {
      if (job.large && !largeMayRun) continue;
      this.remove(job);
      this.#running += 1;
      if (job.large) this.#runningLarge += 1;
      return job;
    }
    return undefined;
  }

  finish(job: J): void {
    this.#running -= 1;
    if (job.large) this.#runningLarge -= 1;
  }

  /** Removes the oldest job without running it. */
  drop(): J | undefined {
    for (const job of this.#waiting) {
      this.remove(job);
      return job;
    }
    return undefined;
  }

  #freeSlots(): number {
    return Math.max(0, this.#limits.concurrency - this.#running);
  }

  #freeLargeSlots(): number {
    return Math.max(0, Math.max(1, this.#limits.concurrency - 1) - this.#runningLarge);
  }
}
