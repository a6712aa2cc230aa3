import { isTerminal } from '../../../runner/domain/run-status.ts';
import type { LostAttempt } from '../../../kubernetes/resources/run.ts';
import type { ObservedRun } from './observation.ts';

export interface LossTimesOptions {
  readonly now: () => Date;
  /** Called once, when a Run does not keep the time of a loss. */
  readonly onMissing: () => void;
}

/**
 * Fills in missing `lostAt` of lost attempts: the API server prunes the field if the CustomResourceDefinition
 * is of an earlier version. The time is that at which this process first observed the loss.
 */
export class LossTimes {
  readonly #options: LossTimesOptions;
  /** By the names of unfinished Runs. */
  readonly #firstObserved = new Map<string, { readonly key: string; readonly at: string }>();
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
    const filled: LostAttempt = { ...last, lostAt: this.#observedAt(run, last) };
    return { ...run, status: { ...run.status, attempts: [...attempts.slice(0, -1), filled] } };
  }

  /** Forgets a Run that is gone. */
  forget(run: string): void {
    this.#firstObserved.delete(run);
  }

  #observedAt({ name, uid }: ObservedRun, { number }: LostAttempt): string {
    if (!this.#isReported) this.#options.onMissing();
    this.#isReported = true;
    const key = `${uid} ${number}`;
    const known = this.#firstObserved.get(name);
    if (known?.key === key) return known.at;
    const at = this.#options.now().toISOString();
    this.#firstObserved.set(name, { key, at });
    return at;
  }
}
