import { KubeApiError } from '../client/kube-api-error.ts';
import type { ListWatchTiming } from './list-watch-options.ts';

// A watch that lasted this long resets the backoff, as in client-go's reflector.
const HEALTHY_MS = 120_000;
/** API servers do not close a watch this early, but proxies that cut connections do, repeatedly. */
const SHORTEST_WATCH_MS = 1000;

/** Exponential backoff with jitter between watches. */
export class WatchBackoff {
  readonly #timing: Pick<ListWatchTiming, 'baseBackoff' | 'maxBackoff'>;
  readonly #random: () => number;
  #next: number;

  /** @param random from 0 to 1 */
  constructor(timing: Pick<ListWatchTiming, 'baseBackoff' | 'maxBackoff'>, random: () => number) {
    this.#timing = timing;
    this.#random = random;
    this.#next = timing.baseBackoff;
  }

  /**
   * Milliseconds to wait, at least the server's `Retry-After`.
   * @param failure null for a watch that ended normally
   */
  after(failure: Error | null, lastedMs: number): number {
    const isTooShort = failure === null && lastedMs < SHORTEST_WATCH_MS;
    if (lastedMs > HEALTHY_MS || (failure === null && !isTooShort)) {
      this.#next = this.#timing.baseBackoff;
    }
    if (failure === null && !isTooShort) return 0;
    const asked = failure instanceof KubeApiError ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
    const wait = Math.max(asked, this.#next * (0.5 + this.#random()));
    this.#next = Math.min(this.#timing.maxBackoff, this.#next * 2);
    return wait;
  }
}
