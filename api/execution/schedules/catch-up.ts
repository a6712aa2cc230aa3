import { nextCronTime } from '../../domain/schedules/cron-times.ts';
import type { CheckStore } from '../../domain/schedules/check-store.ts';
import type { DueSchedule, DueStore } from '../../domain/schedules/due-store.ts';
import { latestCronTimes } from '../../domain/schedules/latest-cron-times.ts';
import type { MissedReason } from '../../domain/schedules/missed-reason.ts';
import type { SlotQueue } from '../../domain/schedules/slot-queue.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import type { SlotChecks } from './slot-checks.ts';
import type { MissedSlotRecorder } from './missed-slot-recorder.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';

export interface CatchUpDeps {
  readonly due: Pick<DueStore, 'list' | 'reschedule' | 'lastPollAt' | 'recordPoll'>;
  readonly checks: Pick<CheckStore, 'release' | 'skip'>;
  readonly slotChecks: SlotChecks;
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
/** Lets a scheduler wait for work that goes on in the background. */
type Track = (work: Promise<void>) => void;

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
   * @param track is given the checks of slots that go on in the background
   */
  async run(pauseMs: number, track: Track): Promise<void> {
    const { due, settings, now } = this.#deps;
    const time = now();
    const intervalMs = (await settings.get('SCHEDULER_POLL_INTERVAL_SECONDS')) * 1000;
    const pollMs = Math.max(intervalMs, pauseMs);
    const lastPollAt = await due.lastPollAt();
    const awayMs = lastPollAt === null ? Infinity : time.getTime() - lastPollAt.getTime();
    // Another scheduler may be about to trigger what became due within the last interval.
    const before = new Date(time.getTime() - pollMs);
    if (awayMs > pollMs + GRACE_MS) await this.#handleOutage(before, time, track);
    // Only now: other schedulers must not trigger missed slots before all are handled.
    await due.recordPoll(time);
  }

  async #handleOutage(before: Date, time: Date, track: Track): Promise<void> {
    const { due, errors, onEnqueued } = this.#deps;
    let isAnyEnqueued = false;
    /** Schedules whose slot is checked now: the check handles them. */
    const left: string[] = [];
    let schedules = await due.list(before, BATCH);
    while (schedules.length > 0) {
      for (const schedule of schedules) {
        const handled = await errors.isolate(schedule.id, () =>
          this.#handle(schedule, time, track),
        );
        const result = handled.failed ? 'left' : handled.value;
        if (result === 'left') left.push(schedule.id);
        isAnyEnqueued ||= result === 'enqueued';
      }
      schedules = await due.list(before, BATCH, left);
    }
    if (isAnyEnqueued) onEnqueued();
  }

  async #handle(
    schedule: DueSchedule,
    time: Date,
    track: Track,
  ): Promise<'enqueued' | 'moved on' | 'left'> {
    const { due, slotChecks } = this.#deps;
    const nextRunAt = nextCronTime(schedule.cron, schedule.timezone, time);
    const isRun = schedule.catchUp && !schedule.isFlowDisabled;
    if (isRun && slotChecks.isNeeded(schedule)) {
      const check = await this.#check(schedule, time, nextRunAt);
      if (check !== null) track(check.finished);
      return 'left';
    }
    if (isRun) return (await this.#enqueue(schedule, time, nextRunAt)) ? 'enqueued' : 'moved on';
    // A faster process may have triggered slots of the span.
    const isMoved = await due.reschedule(schedule, nextRunAt);
    if (isMoved && !schedule.isFlowDisabled) {
      await this.#recordMissed(schedule, time, 'no_scheduler');
    }
    return 'moved on';
  }

  async #check(
    schedule: DueSchedule,
    time: Date,
    nextRunAt: Date | null,
  ): ReturnType<SlotChecks['begin']> {
    const { checks, slotChecks, onEnqueued } = this.#deps;
    return await slotChecks.begin(schedule, {
      changed: async (claim) => {
        const isEnqueued = await this.#enqueue(schedule, time, nextRunAt);
        await checks.release(claim);
        if (isEnqueued) onEnqueued();
      },
      unchanged: async (claim) => {
        if (await checks.skip(claim, nextRunAt)) {
          await this.#recordMissed(schedule, time, 'unchanged');
        }
      },
    });
  }

  async #recordMissed(schedule: DueSchedule, until: Date, reason: MissedReason): Promise<void> {
    const span = { after: beforeFirstMissed(schedule), until };
    await this.#deps.missedSlots.record(schedule, span, reason);
  }

  /** @returns false when another process was faster */
  async #enqueue(schedule: DueSchedule, time: Date, nextRunAt: Date | null): Promise<boolean> {
    const { slots: queue, missedSlots, limit } = this.#deps;
    const due = schedule.nextRunAt;
    const later = await latestCronTimes(schedule, { after: due, until: time }, limit);
    // The due time may be that of a retry, which is no time of the expression.
    const slots = later.length < limit ? [due, ...later] : later;
    const [first = due] = slots;
    const skipped = { after: beforeFirstMissed(schedule), until: new Date(first.getTime() - 1) };
    const dropped = await queue.enqueueMissed(schedule, { slots, limit, nextRunAt });
    if (dropped === null) return false;
    await missedSlots.record(schedule, skipped, 'catch_up_limit');
    await missedSlots.recordSlots(schedule, dropped, 'catch_up_limit');
    return true;
  }
}

/** A pending retry has delayed the slots since its own; otherwise the due slot is the first that was missed. */
function beforeFirstMissed({ retryCount, fireSlot, nextRunAt }: DueSchedule): Date {
  return retryCount > 0 && fireSlot !== null ? fireSlot : new Date(nextRunAt.getTime() - 1);
}
