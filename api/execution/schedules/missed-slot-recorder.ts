import type { Logger } from 'pino';
import { nextCronTime, timingError, type CronTiming } from '../../domain/schedules/cron-times.ts';
import { latestCronTimes, type TimeSpan } from '../../domain/schedules/latest-cron-times.ts';
import type { MissedReason } from '../../domain/schedules/missed-reason.ts';
import {
  MAX_MISSED_SLOTS,
  type MissedSlotStore,
} from '../../domain/schedules/missed-slot-store.ts';
import type { TriggerMetrics } from './trigger-metrics.ts';

export interface MissedSlotRecorderDeps {
  readonly store: Pick<MissedSlotStore, 'record'>;
  readonly logger: Logger;
  readonly metrics: Pick<TriggerMetrics, 'missed'>;
}

interface Schedule extends CronTiming {
  readonly id: string;
  readonly flowId: string;
}

/** Records missed slots. The process that records a slot first logs and counts it. */
export class MissedSlotRecorder {
  readonly #deps: MissedSlotRecorderDeps;

  constructor(deps: MissedSlotRecorderDeps) {
    this.#deps = deps;
  }

  /**
   * Records the latest slots of a span as missed. A schedule with an invalid timing has no slots. Never
   * rejects: a record that cannot be written must not delay a run.
   */
  async record(schedule: Schedule, span: TimeSpan, reason: MissedReason): Promise<void> {
    try {
      await this.recordSlots(schedule, await latestSlots(schedule, span), reason);
    } catch (error) {
      const fields = { scheduleId: schedule.id, reason, err: error };
      this.#deps.logger.warn(fields, 'missed slots could not be recorded');
    }
  }

  /** Records the given slots as missed. */
  async recordSlots(
    schedule: Pick<Schedule, 'id' | 'flowId'>,
    slots: readonly Date[],
    reason: MissedReason,
  ): Promise<void> {
    if (slots.length === 0) return;
    const { store, logger, metrics } = this.#deps;
    const recorded = await store.record(schedule, slots, reason);
    for (const [recordedReason, missed] of Map.groupBy(recorded, (slot) => slot.reason)) {
      const count = missed.length;
      const [from, to] = [missed[0]?.slot, missed.at(-1)?.slot];
      metrics.missed(recordedReason, count);
      const fields = { scheduleId: schedule.id, reason: recordedReason, count, from, to };
      if (recordedReason === 'unchanged') logger.info(fields, 'schedule had nothing to do');
      else logger.warn(fields, 'schedule missed slots; a backfill can run them');
    }
  }
}

async function latestSlots(schedule: Schedule, span: TimeSpan): Promise<readonly Date[]> {
  if (timingError(schedule) !== null) return [];
  const first = nextCronTime(schedule.cron, schedule.timezone, span.after);
  if (first === null || first > span.until) return [];
  return await latestCronTimes(schedule, span, MAX_MISSED_SLOTS);
}
