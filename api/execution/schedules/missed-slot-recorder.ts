import type { Logger } from 'pino';
import { nextCronTime } from '../../domain/schedules/cron-times.ts';
import type { TriggerMetrics } from './trigger-metrics.ts';
import { latestCronTimes } from '../../domain/schedules/latest-cron-times.ts';
import type { MissedReason } from '../../domain/schedules/missed-reason.ts';
import {
  MAX_MISSED_SLOTS,
  type MissedSlotStore,
} from '../../domain/schedules/missed-slot-store.ts';
import { timingFault } from '../../domain/schedules/timing-fault.ts';

export interface MissedSlotRecorderDeps {
  readonly store: Pick<MissedSlotStore, 'record'>;
  readonly logger: Logger;
  readonly metrics: Pick<TriggerMetrics, 'missed'>;
}

interface Schedule {
  readonly id: string;
  readonly flowId: string;
  readonly cron: string;
  readonly timezone: string;
}

/** Both ends are times that were decided otherwise, or none. */
interface Span {
  /** Exclusive. */
  readonly after: Date;
  /** Inclusive. */
  readonly until: Date;
}

/** Records the slots that a schedule skips; whoever records one first counts and logs it. */
export class MissedSlotRecorder {
  readonly #deps: MissedSlotRecorderDeps;

  constructor(deps: MissedSlotRecorderDeps) {
    this.#deps = deps;
  }

  /**
   * Records the latest slots of a span, with a line of the log and a counter; without any slot nothing.
   * Of a schedule whose times cannot be computed nothing is known. It never rejects: a record that
   * cannot be written delays no run.
   */
  async record(schedule: Schedule, span: Span, reason: MissedReason): Promise<void> {
    try {
      await this.recordSlots(schedule, await slotsWithin(schedule, span), reason);
    } catch (error) {
      const fields = { scheduleId: schedule.id, reason, err: error };
      this.#deps.logger.warn(fields, 'missed slots could not be recorded');
    }
  }

  /** The same for slots that are known. */
  async recordSlots(
    schedule: Pick<Schedule, 'id' | 'flowId'>,
    slots: readonly Date[],
    reason: MissedReason,
  ): Promise<void> {
    if (slots.length === 0) return;
    const { store, logger, metrics } = this.#deps;
    const recorded = await store.record(schedule, slots, reason);
    for (const [seen, ofReason] of Map.groupBy(recorded, (slot) => slot.reason)) {
      const from = ofReason[0]?.slot;
      const to = ofReason.at(-1)?.slot;
      const count = ofReason.length;
      metrics.missed(seen, count);
      logger.warn({ scheduleId: schedule.id, reason: seen, count, from, to }, 'slots were missed');
    }
  }
}

async function slotsWithin(schedule: Schedule, span: Span): Promise<readonly Date[]> {
  if (timingFault(schedule) !== null) return [];
  const first = nextCronTime(schedule.cron, schedule.timezone, span.after);
  if (first === null || first > span.until) return [];
  return await latestCronTimes(schedule, span, MAX_MISSED_SLOTS);
}
