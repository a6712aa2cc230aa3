/** The part of a worker that matters while it is idle. */
interface IdleWorker {
  readonly alive: boolean;
  kill(): void;
}

export interface IdleLimits {
  /** Number of workers that stay warm however long they are idle. */
  readonly warm: number;
  /** Milliseconds after which further idle workers are killed. */
  readonly idleTimeoutMs: number;
}

/** Idle workers, last in first out, so that surplus workers reach their idle timeout. */
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

  /** The most recently used worker that is alive. */
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
