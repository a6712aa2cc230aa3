/** No request lasts longer than half a minute: whoever works longer on one Run is stuck. */
const STUCK_AFTER_MS = 180_000;

/** Whether the work goes on: a backlog is none of a liveness probe's business, a stuck worker is. */
export class Progress {
  readonly #now: () => number;
  readonly #startedAt = new Set<{ readonly at: number }>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  async track<T>(work: () => Promise<T>): Promise<T> {
    const started = { at: this.#now() };
    this.#startedAt.add(started);
    try {
      return await work();
    } finally {
      this.#startedAt.delete(started);
    }
  }

  isLive(): boolean {
    return this.underWay().every((seconds) => seconds * 1000 < STUCK_AFTER_MS);
  }

  /** For how many seconds each work that is under way has been so. */
  underWay(): number[] {
    const now = this.#now();
    return [...this.#startedAt].map(({ at }) => (now - at) / 1000);
  }
}
