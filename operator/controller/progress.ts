/** A request times out after 30 seconds, so a reconcile of three minutes hangs. */
const STUCK_AFTER_MS = 180_000;

/** Tracks running reconciles for the liveness probe, which fails for a hung worker but not for a backlog. */
export class Progress {
  readonly #now: () => number;
  readonly #startedAt = new Set<{ readonly at: number }>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs the work and tracks it until it settles. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    const started = { at: this.#now() };
    this.#startedAt.add(started);
    try {
      return await work();
    } finally {
      this.#startedAt.delete(started);
    }
  }

  /** False while a reconcile hangs. */
  isLive(): boolean {
    return this.running().every((seconds) => seconds * 1000 < STUCK_AFTER_MS);
  }

  /** The age of each running reconcile, in seconds. */
  running(): number[] {
    const now = this.#now();
    return [...this.#startedAt].map(({ at }) => (now - at) / 1000);
  }
}
