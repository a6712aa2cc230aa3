import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows, type QueryClient } from '../../../prisma/query-rows.ts';

const undecidedSlot = z.object({ id: z.string(), slot: z.date() });

interface ScheduleSlot {
  readonly scheduleId: string;
  readonly slot: Date;
}

/**
 * Returns, by schedule, the first of the given slots that still is to run: it is due or to come, queued,
 * or its run is in progress. Schedules without such a slot are left out.
 */
export async function findUndecidedSlots(
  database: QueryClient,
  slots: readonly ScheduleSlot[],
): Promise<ReadonlyMap<string, Date>> {
  const ids = slots.map(({ scheduleId }) => scheduleId);
  const times = slots.map(({ slot }) => slot.toISOString());
  // Raw: all tables have to be read in the same state.
  const rows = await queryRows(
    database,
    undecidedSlot,
    Prisma.sql`
    SELECT asked.id, min(asked.slot) AS slot
    FROM unnest(${ids}::text[], ${times}::timestamptz[]) AS asked(id, slot)
    JOIN schedules AS schedule ON schedule.id = asked.id
    WHERE schedule.next_run_at <= asked.slot
       OR (schedule.fire_kind IS NOT NULL AND schedule.fire_run_id IS NULL)
       OR EXISTS (SELECT FROM schedule_slots AS queued
                  WHERE queued.schedule_id = asked.id AND queued.slot = asked.slot
                    AND queued.run_id IS NULL AND queued.refusal IS NULL)
       OR EXISTS (SELECT FROM runs AS run
                  WHERE run.schedule_id = asked.id AND run.scheduled_for = asked.slot
                    AND run.status IN ('pending', 'running'))
    GROUP BY asked.id`,
  );
  return new Map(rows.map(({ id, slot }) => [id, slot]));
}
