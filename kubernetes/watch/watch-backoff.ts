import { KubeApiError } from '../client/kube-api-error.ts';
import type { ListWatchTiming } from './list-watch-options.ts';

// After a watch that lasted so long the server is well: the next failure starts with a short wait.
const HEALTHY_MS = 120_000;
/** No server ends a watch so soon: a proxy that cuts connections does, again and again. */
const SHORTEST_WATCH_MS = 1000;

/** How long a watch that failed waits before it begins again. */
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
   * Milliseconds to wait, at least what the server asks for.
   * @param failure null for a watch that ended as it should
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
