import type { PollingParts } from './polling-loop.ts';

export interface PlannedLookParts extends Pick<PollingParts, 'wait'> {
  readonly now: () => Date;
  readonly look: () => void;
}

/** One look to come, besides those at intervals: the earliest that was asked for. */
export class PlannedLook {
  readonly #parts: PlannedLookParts;
  readonly #stopping = new AbortController();
  #at: number | null = null;

  constructor(parts: PlannedLookParts) {
    this.#parts = parts;
  }

  /** Asks for a look at a time; for one at once when that is past. */
  by(time: Date): void {
    const { wait, now, look } = this.#parts;
    const earliest = now().getTime();
    const at = Math.max(time.getTime(), earliest);
    if (this.#at !== null && this.#at <= at) return;
    this.#at = at;
    void wait(at - earliest, this.#stopping.signal).then(() => {
      if (this.#at === at && !this.#stopping.signal.aborted) look();
    });
  }

  /** To be told when a look begins: it finds whatever was to be looked for. */
  begun(): void {
    this.#at = null;
  }

  /** Looks no more. */
  stop(): void {
    this.#stopping.abort();
  }
}
