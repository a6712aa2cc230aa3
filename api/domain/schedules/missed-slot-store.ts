import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import type { Page } from '../page.ts';
import { MISSED_REASON_NAMES, type MissedReason } from './missed-reason.ts';

const missedSlot = z.object({
  slot: z.date(),
  reason: z.enum(MISSED_REASON_NAMES),
  recordedAt: z.date(),
});

/** A slot that started no run. */
export type MissedSlot = Readonly<z.output<typeof missedSlot>>;

/** Missed slots of a schedule that are kept, the latest. */
export const MAX_MISSED_SLOTS = 100;

export interface MissedSlotStore {
  /**
   * Records slots as missed, unless they are already recorded. The reason of a slot that came during
   * another scheduled run of the flow is `flow_busy`, unless `reason` says that no scheduler polled.
   * @returns the new records, the oldest first
   */
  record(
    schedule: { readonly id: string; readonly flowId: string },
    slots: readonly Date[],
    reason: MissedReason,
  ): Promise<MissedSlot[]>;
  /** Lists missed slots, the newest first. */
  list(
    scheduleId: string,
    page: Page,
  ): Promise<{ readonly slots: MissedSlot[]; readonly total: number }>;
}

export function createMissedSlotStore(database: Database): MissedSlotStore {
  return {
    async record({ id, flowId }, slots, reason) {
      const times = slots.map((slot) => slot.toISOString());
      const isOutage = reason === 'no_scheduler' || reason === 'catch_up_limit';
      // Raw: the reason depends on runs, and the schedule may be deleted meanwhile.
      const recorded = await queryRows(
        database,
        missedSlot,
        Prisma.sql`
        INSERT INTO missed_slots (schedule_id, slot, reason)
        SELECT ${id}, missed.slot,
               CASE WHEN NOT ${isOutage} AND EXISTS (
                 SELECT FROM runs AS run
                 WHERE run.flow_id = ${flowId} AND run.schedule_id IS NOT NULL
                   AND run.created_at <= missed.slot
                   AND COALESCE(run.finished_at >= missed.slot, run.status IN ('pending', 'running'))
               ) THEN 'flow_busy' ELSE ${reason} END
        FROM unnest(${times}::timestamptz[]) AS missed(slot)
        WHERE EXISTS (SELECT FROM schedules WHERE id = ${id})
        ON CONFLICT DO NOTHING
        RETURNING slot, reason, recorded_at AS "recordedAt"`,
      );
      if (recorded.length > 0) await trim(database, id);
      return recorded.toSorted((a, b) => a.slot.getTime() - b.slot.getTime());
    },
    async list(scheduleId, { limit, offset }) {
      const where = { scheduleId };
      const [slots, total] = await Promise.all([
        database.missedSlot.findMany({
          where,
          orderBy: { slot: 'desc' },
          take: limit,
          skip: offset,
        }),
        database.missedSlot.count({ where }),
      ]);
      return { slots: z.array(missedSlot).parse(slots), total };
    },
  };
}

async function trim(database: Database, scheduleId: string): Promise<void> {
  // Raw: Prisma cannot delete by order.
  await database.$executeRaw`
    DELETE FROM missed_slots WHERE schedule_id = ${scheduleId} AND slot IN (
      SELECT slot FROM missed_slots WHERE schedule_id = ${scheduleId}
      ORDER BY slot DESC OFFSET ${MAX_MISSED_SLOTS})`;
}
