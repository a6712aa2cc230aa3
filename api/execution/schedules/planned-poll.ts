import type { PollingDeps } from './polling-loop.ts';

export interface PlannedPollDeps extends Pick<PollingDeps, 'wait'> {
  readonly now: () => Date;
  readonly poll: () => void;
}

/** The longest pause of the settings between looks at intervals: one of them comes before any later time. */
export const PLANNING_HORIZON_MS = 3_600_000;

/** One look to come, besides those at intervals: the earliest that was asked for. */
export class PlannedPoll {
  readonly #deps: PlannedPollDeps;
  #isStopped = false;
  #planned: { readonly at: number; readonly waiting: AbortController } | null = null;

  constructor(deps: PlannedPollDeps) {
    this.#deps = deps;
  }

  /**
   * Asks for a look at a time; for one at once when that is past. A time beyond the horizon is left to
   * the looks at intervals.
   */
  by(time: Date): void {
    const { wait, now, poll } = this.#deps;
    const earliest = now().getTime();
    const at = Math.max(time.getTime(), earliest);
    if (this.#isStopped || at - earliest > PLANNING_HORIZON_MS) return;
    if (this.#planned !== null && this.#planned.at <= at) return;
    this.begun();
    const waiting = new AbortController();
    this.#planned = { at, waiting };
    void wait(at - earliest, waiting.signal).then(() => {
      if (!waiting.signal.aborted) poll();
    });
  }

  /** To be told when a look begins: it finds whatever was to be looked for. */
  begun(): void {
    this.#planned?.waiting.abort();
    this.#planned = null;
  }

  /** Looks no more. */
  stop(): void {
    this.#isStopped = true;
    this.begun();
  }
}
