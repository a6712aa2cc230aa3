import { conflict, isRefusal, notFound } from '../../domain/errors.ts';
import { nextCronTime } from '../../domain/schedules/cron-times.ts';
import type { CheckClaim, CheckStore } from '../../domain/schedules/check-store.ts';
import type { DueSchedule, DueStore } from '../../domain/schedules/due-store.ts';
import type { MissedReason } from '../../domain/schedules/missed-reason.ts';
import type { QueuedSlot } from '../../domain/schedules/slot-queue.ts';
import type { TriggerClaim, TriggerStore } from '../../domain/schedules/trigger-store.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import { IdempotencyKeyTakenError, type LaunchedRun } from '../launch/run-launcher.ts';
import type { MissedSlotRecorder } from './missed-slot-recorder.ts';
import type { SlotChecks } from './slot-checks.ts';
import {
  startScheduledRun,
  type ScheduledRun,
  type StartScheduledRunDeps,
} from './start-scheduled-run.ts';
import type { TriggerFinisher } from './trigger-finisher.ts';
import type { TriggerMetrics } from './trigger-metrics.ts';

export interface ScheduleTriggersDeps extends StartScheduledRunDeps {
  readonly store: TriggerStore;
  readonly due: Pick<DueStore, 'reschedule'>;
  readonly checks: Pick<CheckStore, 'recordChanged' | 'skip'>;
  readonly slotChecks: SlotChecks;
  readonly finisher: Pick<TriggerFinisher, 'finish' | 'finishAfter'>;
  readonly settings: SettingsService;
  readonly metrics: TriggerMetrics;
  readonly missedSlots: MissedSlotRecorder;
  readonly now: () => Date;
  /** Called after a manual run or a queued slot has finished: its flow is idle. Must not throw. */
  readonly onFlowIdle: () => void;
}

/** A trigger that this process follows. */
export interface StartedTrigger {
  /** Settles when the run has finished and the schedule has been advanced. Never rejects. */
  readonly finished: Promise<void>;
}

/** Claims schedules and starts their runs: due ones, past slots, and on request. */
export class ScheduleTriggers {
  readonly #deps: ScheduleTriggersDeps;
  #maxConcurrent: number | null = null;

  constructor(deps: ScheduleTriggersDeps) {
    this.#deps = deps;
  }

  /**
   * Triggers a due schedule and records the slots since then as missed. One with `only_if_changed` is checked first,
   * in the background: if it has something to do, a later poll triggers it.
   * @param lateness the reason for which later slots were missed
   * @returns null when another process is faster or the flow is busy or disabled; `full` when the
   *   maximum of concurrent scheduled runs is reached
   */
  async trigger(
    schedule: DueSchedule,
    lateness: MissedReason,
  ): Promise<StartedTrigger | 'full' | null> {
    const { store, due, checks, slotChecks, now } = this.#deps;
    const time = now();
    const next = nextCronTime(schedule.cron, schedule.timezone, time);
    if (schedule.isFlowDisabled) {
      await due.reschedule(schedule, next);
      return null;
    }
    if (slotChecks.isNeeded(schedule)) {
      return await slotChecks.begin(schedule, {
        changed: (check) => checks.recordChanged(check),
        unchanged: (check) => this.#skip(check, schedule, lateness),
      });
    }
    const options = { maxConcurrent: await this.#readMaxConcurrent() };
    const claim = await store.claimDue(schedule, next, options);
    if (typeof claim === 'string') return claim === 'full' ? 'full' : null;
    await this.#recordLate(schedule, time, lateness);
    return await this.#startDue(claim, schedule);
  }

  /**
   * Triggers a schedule now, even a disabled one.
   * @returns its run; `finished` settles after the schedule was advanced
   * @throws DomainError not_found when the schedule was deleted, conflict while another scheduled run of
   *   the flow is in progress, invalid when the flow cannot run
   */
  async triggerNow(schedule: {
    readonly id: string;
    readonly flowId: string;
  }): Promise<LaunchedRun> {
    const { store, now } = this.#deps;
    // A request waits for the answer: the run counts for the maximum, but is not limited by it.
    const time = now();
    const claim = await store.claimExtra(schedule, 'manual', { maxConcurrent: Infinity });
    if (claim === 'gone') throw notFound('Schedule', schedule.id);
    if (typeof claim === 'string') {
      throw conflict('A scheduled run of this flow is under way. Wait for its end, or cancel it.');
    }
    try {
      return await this.#startExtra(claim, { slot: time });
    } catch (error) {
      await store.release(claim);
      throw error;
    }
  }

  /**
   * Runs a queued slot. That of a backfill does not affect the schedule, which may be disabled; a missed
   * slot counts as if it came now.
   * @returns null while another scheduled run of the flow is in progress; `full` when the maximum of
   *   concurrent scheduled runs is reached
   * @throws IdempotencyKeyTakenError when the slot ran before; DomainError, UserError when it cannot run
   */
  async triggerSlot(queued: QueuedSlot): Promise<LaunchedRun | 'full' | null> {
    const { store, finisher } = this.#deps;
    const { scheduleId: id, flowId, slot: dueAt, timeParameter, isMissed, retryOf } = queued;
    const slot = retryOf ?? dueAt;
    const isRetry = retryOf !== null;
    const options = { maxConcurrent: await this.#readMaxConcurrent() };
    const claim = isMissed
      ? await store.claimExtra({ id, flowId, slot }, 'late', options)
      : await store.claimExtra({ id, flowId }, 'manual', options);
    if (typeof claim === 'string') return claim === 'full' ? 'full' : null;
    try {
      return await this.#startExtra(claim, { slot, dueAt, isRetry, timeParameter });
    } catch (error) {
      if (isMissed && isRefusal(error)) await finisher.finish(claim, 'failed', false);
      else await store.release(claim);
      throw error;
    }
  }

  /** Moves a schedule on whose slot has nothing to do. */
  async #skip(check: CheckClaim, schedule: DueSchedule, lateness: MissedReason): Promise<void> {
    const { checks, missedSlots, now } = this.#deps;
    const time = now();
    const next = nextCronTime(schedule.cron, schedule.timezone, time);
    // Otherwise the slot has run meanwhile, and is not missed.
    if (!(await checks.skip(check, next))) return;
    await missedSlots.recordSlots(schedule, [schedule.nextRunAt], 'unchanged');
    await this.#recordLate(schedule, time, lateness);
  }

  async #startDue(claim: TriggerClaim, schedule: DueSchedule): Promise<StartedTrigger | null> {
    const { store, finisher, now, logger, metrics } = this.#deps;
    const { id: scheduleId, nextRunAt: dueAt, fireSlot, retryCount } = schedule;
    const isRetry = retryCount > 0;
    try {
      const slot = isRetry ? (fireSlot ?? dueAt) : dueAt;
      const run = await startScheduledRun(this.#deps, claim, { slot, dueAt, isRetry });
      metrics.triggered((now().getTime() - dueAt.getTime()) / 1000);
      return { finished: finisher.finishAfter(claim, run) };
    } catch (error) {
      if (error instanceof IdempotencyKeyTakenError) {
        // A concurrent request already ran this slot.
        await store.release(claim);
        return null;
      }
      if (!isRefusal(error)) throw error;
      logger.warn({ scheduleId, reason: error.message }, 'run of a schedule was rejected');
      await finisher.finish(claim, 'failed', false);
      return { finished: Promise.resolve() };
    }
  }

  async #startExtra(claim: TriggerClaim, run: ScheduledRun): Promise<LaunchedRun> {
    const { finisher, onFlowIdle } = this.#deps;
    const launched = await startScheduledRun(this.#deps, claim, run);
    const finished = finisher.finishAfter(claim, launched).then(onFlowIdle);
    return { runId: launched.runId, finished };
  }

  async #recordLate(schedule: DueSchedule, time: Date, lateness: MissedReason): Promise<void> {
    const { retryCount, fireSlot, nextRunAt } = schedule;
    const isRetry = retryCount > 0;
    const after = isRetry ? (fireSlot ?? nextRunAt) : nextRunAt;
    const reason = isRetry ? 'retry_pending' : lateness;
    await this.#deps.missedSlots.record(schedule, { after, until: time }, reason);
  }

  /** The setting takes effect at the start of the process. */
  async #readMaxConcurrent(): Promise<number> {
    this.#maxConcurrent ??= await this.#deps.settings.get('SCHEDULER_MAX_CONCURRENT_RUNS');
    return this.#maxConcurrent;
  }
}
