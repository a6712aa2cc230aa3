import { isTerminal } from '../../../runner/domain/run-status.ts';
import type { LostAttempt } from '../../../kubernetes/resources/run.ts';
import type { ObservedRun } from './observation.ts';

export interface LossTimesOptions {
  readonly now: () => Date;
  /** A Run does not keep the time of a loss. Called once. */
  readonly onMissing: () => void;
}

/**
 * Times of losses that the Runs do not have: a definition of Run of an earlier version does not keep
 * `lostAt`. They are those at which this process saw the losses first.
 */
export class LossTimes {
  readonly #options: LossTimesOptions;
  /** By the names of Runs that have not ended. */
  readonly #seen = new Map<string, { readonly key: string; readonly at: string }>();
  #isReported = false;

  constructor(options: LossTimesOptions) {
    this.#options = options;
  }

  /** The Run with the time of its last loss. */
  fill<R extends ObservedRun>(run: R): R {
    const { phase, attempts = [] } = run.status;
    const last = attempts.at(-1);
    if (last === undefined || (phase !== undefined && isTerminal(phase))) {
      this.forget(run.name);
      return run;
    }
    if ((last.lostAt ?? last.finishedAt) !== undefined) return run;
    const filled: LostAttempt = { ...last, lostAt: this.#seenAt(run, last) };
    return { ...run, status: { ...run.status, attempts: [...attempts.slice(0, -1), filled] } };
  }

  /** The Run has gone. */
  forget(run: string): void {
    this.#seen.delete(run);
  }

  #seenAt({ name, uid }: ObservedRun, { number }: LostAttempt): string {
    if (!this.#isReported) this.#options.onMissing();
    this.#isReported = true;
    const key = `${uid} ${number}`;
    const known = this.#seen.get(name);
    if (known?.key === key) return known.at;
    const at = this.#options.now().toISOString();
    this.#seen.set(name, { key, at });
    return at;
  }
}
