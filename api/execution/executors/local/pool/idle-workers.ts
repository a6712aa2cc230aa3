/** What of a runner process matters while it is idle. */
interface IdleWorker {
  readonly alive: boolean;
  kill(): void;
}

export interface IdleLimits {
  /** How many idle processes are kept, however long nothing happens. */
  readonly warm: number;
  /** Idle processes beyond that end after this many milliseconds. */
  readonly idleTimeoutMs: number;
}

/** Processes that wait for a job. The one used last is used next, so that those not needed grow old. */
export class IdleWorkers<R extends IdleWorker> {
  readonly #limits: IdleLimits;
  readonly #runners: { readonly runner: R; readonly since: number }[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: IdleLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#runners.length;
  }

  push(runner: R): void {
    this.#runners.push({ runner, since: performance.now() });
    this.#schedule();
  }

  /** The one used last, unless it has died. */
  pop(): R | undefined {
    for (let entry = this.#runners.pop(); entry !== undefined; entry = this.#runners.pop()) {
      if (entry.runner.alive) return entry.runner;
    }
    return undefined;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(): void {
    const oldest = this.#runners[0];
    if (this.#timer !== null || oldest === undefined) return;
    if (this.#runners.length <= this.#limits.warm) return;
    const wait = oldest.since + this.#limits.idleTimeoutMs - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#endUnused();
        this.#schedule();
      },
      Math.max(0, wait),
    ).unref();
  }

  #endUnused(): void {
    const limit = performance.now() - this.#limits.idleTimeoutMs;
    while (this.#runners.length > this.#limits.warm) {
      const oldest = this.#runners[0];
      if (oldest === undefined || oldest.since > limit) return;
      this.#runners.shift();
      oldest.runner.kill();
    }
  }
}
