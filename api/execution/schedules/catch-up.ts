import { nextCronTime } from '../../domain/schedules/cron-times.ts';
import type { DueSchedule, DueStore } from '../../domain/schedules/due-store.ts';
import { latestCronTimes } from '../../domain/schedules/latest-cron-times.ts';
import type { SlotQueue } from '../../domain/schedules/slot-queue.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import { hasNothingToDo } from './nothing-to-do.ts';
import type { StartScheduledRunDeps } from './start-scheduled-run.ts';
import type { MissedSlotRecorder } from './missed-slot-recorder.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';

export interface CatchUpDeps extends Pick<StartScheduledRunDeps, 'store' | 'runs'> {
  readonly due: Pick<DueStore, 'list' | 'reschedule' | 'lastPollAt' | 'recordPoll'>;
  readonly slots: Pick<SlotQueue, 'enqueueMissed'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly errors: ScheduleErrorBoundary;
  readonly missedSlots: MissedSlotRecorder;
  readonly now: () => Date;
  /** Maximum of missed slots of a schedule to run. */
  readonly limit: number;
  /** Called after missed slots were enqueued. */
  readonly onEnqueued: () => void;
}

const BATCH = 100;
/** A poll that is late by less than this was no outage. */
const GRACE_MS = 10_000;

/**
 * Handles the slots that came during an outage, while no scheduler polled or the database was away. It
 * enqueues the latest ones of schedules that catch up and records the others as missed. Any number of
 * schedulers may do so concurrently; each schedule is moved on by one of them.
 */
export class CatchUp {
  readonly #deps: CatchUpDeps;

  constructor(deps: CatchUpDeps) {
    this.#deps = deps;
  }

  /**
   * Handles an outage, if there was one, before a poll triggers what is due.
   * @param pauseMs the latest pause between polls in milliseconds. A longer pause than that of the
   *   settings is no outage: the setting was lowered meanwhile.
   */
  async run(pauseMs: number): Promise<void> {
    const { due, settings, now } = this.#deps;
    const time = now();
    const intervalMs = (await settings.get('SCHEDULER_POLL_INTERVAL_SECONDS')) * 1000;
    const pollMs = Math.max(intervalMs, pauseMs);
    const lastPollAt = await due.lastPollAt();
    const awayMs = lastPollAt === null ? Infinity : time.getTime() - lastPollAt.getTime();
    // Another scheduler may be about to trigger what became due within the last interval.
    const before = new Date(time.getTime() - pollMs);
    if (awayMs > pollMs + GRACE_MS) await this.#handleOutage(before, time);
    // Only now: other schedulers must not trigger missed slots before all are handled.
    await due.recordPoll(time);
  }

  async #handleOutage(before: Date, time: Date): Promise<void> {
    const { due, errors, onEnqueued } = this.#deps;
    let isAnyEnqueued = false;
    const failed: string[] = [];
    let schedules = await due.list(before, BATCH);
    while (schedules.length > 0) {
      for (const schedule of schedules) {
        const handled = await errors.isolate(schedule.id, () => this.#handle(schedule, time));
        if (handled.failed) failed.push(schedule.id);
        else isAnyEnqueued = handled.value || isAnyEnqueued;
      }
      schedules = await due.list(before, BATCH, failed);
    }
    if (isAnyEnqueued) onEnqueued();
  }

  /** @returns whether slots were enqueued */
  async #handle(schedule: DueSchedule, time: Date): Promise<boolean> {
    const { due, missedSlots } = this.#deps;
    const nextRunAt = nextCronTime(schedule.cron, schedule.timezone, time);
    const isRun = schedule.catchUp && !schedule.isFlowDisabled;
    const isUnchanged = isRun && (await hasNothingToDo(this.#deps, schedule));
    if (isRun && !isUnchanged) return await this.#enqueue(schedule, time, nextRunAt);
    if (!schedule.isFlowDisabled) {
      const span = { after: beforeFirstMissed(schedule), until: time };
      await missedSlots.record(schedule, span, isUnchanged ? 'unchanged' : 'no_scheduler');
    }
    await due.reschedule(schedule, nextRunAt);
    return false;
  }

  async #enqueue(schedule: DueSchedule, time: Date, nextRunAt: Date | null): Promise<boolean> {
    const { slots: queue, missedSlots, limit } = this.#deps;
    const due = schedule.nextRunAt;
    const later = await latestCronTimes(schedule, { after: due, until: time }, limit);
    // The due time may be that of a retry, which is no time of the expression.
    const slots = later.length < limit ? [due, ...later] : later;
    const [first = due] = slots;
    const skipped = { after: beforeFirstMissed(schedule), until: new Date(first.getTime() - 1) };
    await missedSlots.record(schedule, skipped, 'catch_up_limit');
    const dropped = await queue.enqueueMissed(schedule, { slots, limit, nextRunAt });
    if (dropped === null) return false;
    await missedSlots.recordSlots(schedule, dropped, 'catch_up_limit');
    return true;
  }
}

/** A pending retry has delayed the slots since its own; otherwise the due slot is the first that was missed. */
function beforeFirstMissed({ retryCount, fireSlot, nextRunAt }: DueSchedule): Date {
  return retryCount > 0 && fireSlot !== null ? fireSlot : new Date(nextRunAt.getTime() - 1);
}
