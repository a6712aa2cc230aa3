import type { Database } from '../../../prisma/client.ts';
import type { MissedReason } from './missed-reason.ts';

/** A slot that no run was started for. */
export interface MissedSlot {
  readonly slot: Date;
  readonly reason: MissedReason;
  readonly recordedAt: Date;
}

/** How many slots of a schedule are kept: the latest. */
export const MAX_MISSED_SLOTS = 100;

export interface MissedSlotStore {
  /**
   * Records slots that nothing is known of. One that came during another scheduled run of the flow has
   * the reason `flow_busy`, unless `reason` says that no scheduler polled.
   * @returns those that were new, the oldest first
   */
  record(
    schedule: { readonly id: string; readonly flowId: string },
    slots: readonly Date[],
    reason: MissedReason,
  ): Promise<MissedSlot[]>;
  /** The newest first. */
  list(
    scheduleId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly slots: MissedSlot[]; readonly total: number }>;
}

export function createMissedSlotStore(database: Database): MissedSlotStore {
  return {
    async record({ id, flowId }, slots, reason) {
      const times = slots.map((slot) => slot.toISOString());
      const isOutage = reason === 'no_scheduler' || reason === 'catch_up_limit';
      const recorded = await database.$queryRaw<MissedSlot[]>`
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
        RETURNING slot, reason, recorded_at AS "recordedAt"`;
      if (recorded.length > 0) await trim(database, id);
      return recorded.toSorted((a, b) => a.slot.getTime() - b.slot.getTime());
    },
    async list(scheduleId, { limit, offset }) {
      const [slots, total] = await Promise.all([
        database.$queryRaw<MissedSlot[]>`
          SELECT slot, reason, recorded_at AS "recordedAt" FROM missed_slots
          WHERE schedule_id = ${scheduleId} ORDER BY slot DESC LIMIT ${limit} OFFSET ${offset}`,
        database.missedSlot.count({ where: { scheduleId } }),
      ]);
      return { slots, total };
    },
  };
}

async function trim(database: Database, scheduleId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM missed_slots WHERE schedule_id = ${scheduleId} AND slot IN (
      SELECT slot FROM missed_slots WHERE schedule_id = ${scheduleId}
      ORDER BY slot DESC OFFSET ${MAX_MISSED_SLOTS})`;
}
