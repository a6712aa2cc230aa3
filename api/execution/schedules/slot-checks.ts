import type { CheckClaim, CheckStore } from '../../domain/schedules/check-store.ts';
import type { DueSchedule } from '../../domain/schedules/due-store.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import { runRequestOf, type StartScheduledRunDeps } from './start-scheduled-run.ts';

export interface SlotChecksDeps extends StartScheduledRunDeps {
  readonly checks: CheckStore;
  readonly errors: Pick<ScheduleErrorBoundary, 'report'>;
}

/** What follows the check of a slot. Each ends the claim. */
export interface CheckOutcome {
  readonly changed: (claim: CheckClaim) => Promise<void>;
  readonly unchanged: (claim: CheckClaim) => Promise<void>;
}

/**
 * Finds out whether the due slot of a schedule with `only_if_changed` needs a run. That may take as long as a source
 * that does not answer, so nobody waits for it: one process checks each slot, and other schedules go on.
 */
export class SlotChecks {
  readonly #deps: SlotChecksDeps;

  constructor(deps: SlotChecksDeps) {
    this.#deps = deps;
  }

  /** Whether a due schedule runs only on changed data, and it is not known yet whether there are any. */
  isNeeded({ onlyIfChanged, retryCount, nextRunAt, checkedSlot }: DueSchedule): boolean {
    // A retry always has something to do.
    return onlyIfChanged && retryCount === 0 && checkedSlot?.getTime() !== nextRunAt.getTime();
  }

  /**
   * Claims the check of a due slot and begins it.
   * @returns null when another process checks it; `finished` settles after the outcome is recorded and never rejects
   */
  async begin(
    schedule: DueSchedule,
    outcome: CheckOutcome,
  ): Promise<{ readonly finished: Promise<void> } | null> {
    const claim = await this.#deps.checks.claim(schedule);
    return claim === null ? null : { finished: this.#check(schedule, claim, outcome) };
  }

  async #check(
    schedule: DueSchedule,
    claim: CheckClaim,
    { changed, unchanged }: CheckOutcome,
  ): Promise<void> {
    try {
      await ((await this.#hasNothingToDo(schedule)) ? unchanged(claim) : changed(claim));
    } catch (error) {
      // The slot stays due: the claim expires.
      this.#deps.errors.report(schedule.id, error);
    }
  }

  /** A check that fails counts as a change: the run then says what is wrong. */
  async #hasNothingToDo({ id, flowId, nextRunAt: slot }: DueSchedule): Promise<boolean> {
    const { store, runs, errors } = this.#deps;
    try {
      const request = await store.findRequest(id);
      if (request === null) return false;
      const { timeParameter } = request;
      return await runs.wouldRepeat(flowId, runRequestOf(request, { slot }), { id, timeParameter });
    } catch (error) {
      errors.report(id, error);
      return false;
    }
  }
}
