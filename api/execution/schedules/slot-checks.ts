import type { CheckClaim, CheckStore } from '../../domain/schedules/check-store.ts';
import type { DueSchedule } from '../../domain/schedules/due-store.ts';
import { isOutage, type ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import { runRequestOf, type StartScheduledRunDeps } from './start-scheduled-run.ts';

export interface SlotChecksDeps extends StartScheduledRunDeps {
  readonly checks: Pick<CheckStore, 'claim' | 'release'>;
  readonly errors: Pick<ScheduleErrorBoundary, 'report'>;
  /** How many slots this process checks at once; further ones stay due. Default 500. */
  readonly maxChecks?: number;
}

/** What follows the check of a slot. Each ends the claim. */
export interface CheckOutcome {
  /** Also for a check that failed, or could not be made in several attempts: the run then says what is wrong. */
  readonly changed: (claim: CheckClaim) => Promise<void>;
  readonly unchanged: (claim: CheckClaim) => Promise<void>;
}

type Answer = 'changed' | 'unchanged' | 'not asked';

/** Fewer than may wait for a runner, which refuses what comes when its queue is full. */
const MAX_CHECKS = 500;
/** As many attempts that found no runner, or no database, are made; then the slot runs. */
const MAX_ATTEMPTS = 10;
/** Beyond this many slots whose check found no runner, their counts start again. */
const MAX_COUNTED = 10_000;

/**
 * Finds out whether the due slot of a schedule with `only_if_changed` needs a run. That may take as long as a source
 * that does not answer, so nobody waits for it: one process checks each slot, and other schedules go on.
 */
export class SlotChecks {
  readonly #deps: SlotChecksDeps;
  #checks = 0;
  /** The attempts to check the latest slot of a schedule that were in vain. */
  readonly #vain = new Map<string, { readonly slot: number; readonly attempts: number }>();

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
   * @returns null when another process checks it, or this one has enough to check; `finished` settles after the outcome is recorded and never rejects
   */
  async begin(
    schedule: DueSchedule,
    outcome: CheckOutcome,
  ): Promise<{ readonly finished: Promise<void> } | null> {
    const { checks, maxChecks = MAX_CHECKS } = this.#deps;
    if (this.#checks >= maxChecks) return null;
    this.#checks += 1;
    const end = (): void => {
      this.#checks -= 1;
    };
    let claim: CheckClaim | null = null;
    try {
      claim = await checks.claim(schedule);
    } finally {
      if (claim === null) end();
    }
    return claim === null ? null : { finished: this.#check(schedule, claim, outcome).finally(end) };
  }

  async #check(
    schedule: DueSchedule,
    claim: CheckClaim,
    { changed, unchanged }: CheckOutcome,
  ): Promise<void> {
    try {
      const answer = await this.#ask(schedule);
      if (answer === 'not asked') await this.#deps.checks.release(claim);
      else await (answer === 'unchanged' ? unchanged(claim) : changed(claim));
    } catch (error) {
      // The slot stays due: the claim expires.
      this.#deps.errors.report(schedule.id, error);
    }
  }

  async #ask(schedule: DueSchedule): Promise<Answer> {
    const { id } = schedule;
    try {
      const answer = (await this.#hasNothingToDo(schedule)) ? 'unchanged' : 'changed';
      this.#vain.delete(id);
      return answer;
    } catch (error) {
      if (isOutage(error)) return this.#afterVain(schedule, error);
      this.#vain.delete(id);
      this.#deps.errors.report(id, error);
      return 'changed';
    }
  }

  async #hasNothingToDo({ id, flowId, nextRunAt: slot }: DueSchedule): Promise<boolean> {
    const { store, runs } = this.#deps;
    const request = await store.findRequest(id);
    if (request === null) return false;
    const { timeParameter } = request;
    return await runs.wouldRepeat(flowId, runRequestOf(request, { slot }), { id, timeParameter });
  }

  /** A check that nobody could make says nothing of the data, but a slot does not wait for one for ever. */
  #afterVain({ id: scheduleId, nextRunAt }: DueSchedule, err: unknown): Answer {
    const slot = nextRunAt.getTime();
    const before = this.#vain.get(scheduleId);
    const attempts = (before?.slot === slot ? before.attempts : 0) + 1;
    if (attempts < MAX_ATTEMPTS) {
      if (before === undefined && this.#vain.size >= MAX_COUNTED) this.#vain.clear();
      this.#vain.set(scheduleId, { slot, attempts });
      return 'not asked';
    }
    this.#vain.delete(scheduleId);
    this.#deps.logger.warn(
      { err, scheduleId, slot: nextRunAt, attempts },
      'the sources of a schedule could not be checked: its slot runs as if they had changed',
    );
    return 'changed';
  }
}
