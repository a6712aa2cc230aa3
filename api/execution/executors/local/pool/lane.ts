/** Bounds of a lane. */
export interface LaneLimits {
  /** Maximum number of running jobs; 0 for a lane without jobs. */
  readonly concurrency: number;
  /** Maximum number of waiting jobs. */
  readonly queueCapacity: number;
}

/**
 * A bounded FIFO queue with its own share of the pool: jobs of one lane never wait for those of another.
 * Large jobs leave one slot to small jobs.
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

  /** Number of waiting jobs that could run now. */
  get demand(): number {
    const small = this.#waiting.size - this.#waitingLarge;
    return Math.min(
      this.#freeSlots(),
      small + Math.min(this.#waitingLarge, this.#freeLargeSlots()),
    );
  }

  /** @returns false if the queue is full */
  add(job: J): boolean {
    if (this.#waiting.size >= this.#limits.queueCapacity) return false;
    this.#waiting.add(job);
    if (job.large) this.#waitingLarge += 1;
    return true;
  }

  /** @returns false if the job is not waiting */
  remove(job: J): boolean {
    const waited = this.#waiting.delete(job);
    if (waited && job.large) this.#waitingLarge -= 1;
    return waited;
  }

  /** The oldest job that may run now. */
  get next(): J | undefined {
    if (this.#freeSlots() === 0) return undefined;
    const largeMayRun = this.#freeLargeSlots() > 0;
    for (const job of this.#waiting) {
      if (!job.large || largeMayRun) return job;
    }
    return undefined;
  }

  /** Dequeues the next job. Call `finish` to free its slot. */
  take(): J | undefined {
    const job = this.next;
    if (job === undefined) return undefined;
    this.remove(job);
    this.#running += 1;
    if (job.large) this.#runningLarge += 1;
    return job;
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
