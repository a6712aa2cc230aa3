import type { SettingsService } from '../../domain/settings/service.ts';
import { nextCronTime } from '../../domain/schedules/cron-times.ts';
import type { DueSchedule, TriggerStore } from '../../domain/schedules/trigger-store.ts';
import { latestCronTimes } from '../../domain/schedules/latest-cron-times.ts';
import type { MissedSlotRecorder } from './missed-slot-recorder.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import type { SlotQueue } from '../../domain/schedules/slot-queue.ts';
import type { WatchStore } from '../../domain/schedules/watch-store.ts';

export interface CatchUpDeps {
  readonly store: Pick<TriggerStore, 'due' | 'postpone'>;
  readonly slots: Pick<SlotQueue, 'catchUp'>;
  readonly watch: WatchStore;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly errors: ScheduleErrorBoundary;
  readonly missedSlots: MissedSlotRecorder;
  readonly now: () => Date;
  /** How many of the missed times of a schedule are run. */
  readonly limit: number;
  /** Told after missed slots were put in line. */
  readonly added: () => void;
}

const BATCH = 100;
/** A look may come so much later than after a poll, and be on time. */
const GRACE_MS = 10_000;

/**
 * Deals with the slots that came while no scheduler looked, whether none ran or the database was
 * away: the latest of them are put in line where they are to be caught up; the others are recorded as
 * missed. Schedulers that come back at once may all
 * do so: a schedule is moved on by one of them.
 */
export class CatchUp {
  readonly #deps: CatchUpDeps;

  constructor(deps: CatchUpDeps) {
    this.#deps = deps;
  }

  /**
   * Is to come before each look for what is due.
   * @param pauseMs of the pause between looks that is under way, or has just ended, in milliseconds: it
   *   counts where the interval of the settings has become shorter since, for nobody was away
   */
  async settle(pauseMs: number): Promise<void> {
    const { watch, settings, now } = this.#deps;
    const time = now();
    const intervalMs = (await settings.get('SCHEDULER_POLL_INTERVAL_SECONDS')) * 1000;
    const pollMs = Math.max(intervalMs, pauseMs);
    const lookedAt = await watch.lookedAt();
    const awayMs = lookedAt === null ? Infinity : time.getTime() - lookedAt.getTime();
    // What is due for less may be about to be fired by another one.
    const before = new Date(time.getTime() - pollMs);
    if (awayMs > pollMs + GRACE_MS) await this.#settleDue(before, time);
    // Not earlier: others are to leave what is due alone until all of it is settled.
    await watch.looked(time);
  }

  async #settleDue(before: Date, time: Date): Promise<void> {
    const { store, errors, added } = this.#deps;
    let isAny = false;
    const faulty: string[] = [];
    let missed = await store.due(before, BATCH);
    while (missed.length > 0) {
      for (const schedule of missed) {
        const settled = await errors.isolate(schedule.id, () => this.#settle(schedule, time));
        if (settled.failed) faulty.push(schedule.id);
        else isAny = settled.value || isAny;
      }
      missed = await store.due(before, BATCH, faulty);
    }
    if (isAny) added();
  }

  /** @returns whether slots were put in line */
  async #settle(schedule: DueSchedule, time: Date): Promise<boolean> {
    const { store, missedSlots } = this.#deps;
    const nextRunAt = nextCronTime(schedule.cron, schedule.timezone, time);
    if (schedule.catchUp && !schedule.isFlowDisabled) {
      return await this.#catchUp(schedule, time, nextRunAt);
    }
    if (!schedule.isFlowDisabled) {
      const span = { after: firstMissed(schedule), until: time };
      await missedSlots.record(schedule, span, 'no_scheduler');
    }
    await store.postpone(schedule, nextRunAt);
    return false;
  }

  async #catchUp(schedule: DueSchedule, time: Date, nextRunAt: Date | null): Promise<boolean> {
    const { slots, missedSlots, limit } = this.#deps;
    const due = schedule.nextRunAt;
    const times = await latestCronTimes(schedule, { after: due, until: time }, limit);
    // The first one need be no time of the expression: it can be that of a retry.
    const all = times.length < limit ? [due, ...times] : times;
    const [first = due] = all;
    const skipped = { after: firstMissed(schedule), until: new Date(first.getTime() - 1) };
    await missedSlots.record(schedule, skipped, 'catch_up_limit');
    const dropped = await slots.catchUp(schedule, { slots: all, limit, nextRunAt });
    if (dropped === null) return false;
    await missedSlots.recordSlots(schedule, dropped, 'catch_up_limit');
    return true;
  }
}

/** The end of what was decided before: the due slot itself is missed, and so are those of a retry's wait. */
function firstMissed({ retryCount, fireSlot, nextRunAt }: DueSchedule): Date {
  return retryCount > 0 && fireSlot !== null ? fireSlot : new Date(nextRunAt.getTime() - 1);
}
