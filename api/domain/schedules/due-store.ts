import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { IS_UNCHECKED } from './unchecked-slot.ts';

const dueSchedule = z.object({
  id: z.string(),
  flowId: z.string(),
  cron: z.string(),
  timezone: z.string(),
  nextRunAt: z.date(),
  catchUp: z.boolean(),
  onlyIfChanged: z.boolean(),
  /** Above 0: `nextRunAt` is the time of a retry, not a slot. */
  retryCount: z.int(),
  /** The slot that a retry is for. */
  fireSlot: z.date().nullable(),
  /** The slot that is known to have something to do. */
  checkedSlot: z.date().nullable(),
  isFlowDisabled: z.boolean(),
});

/** An enabled schedule whose next time has come. */
export type DueSchedule = Readonly<z.output<typeof dueSchedule>>;

/** What a poll reads and writes before it triggers schedules. */
export interface DueStore {
  /**
   * Lists due schedules whose flow has no scheduled run in progress, the longest due first. Those whose slot is
   * being checked are left out.
   * @param except ids of schedules to leave out
   */
  list(now: Date, limit: number, except?: readonly string[]): Promise<DueSchedule[]>;
  /** Returns the earliest time of an enabled schedule after the given one. */
  nextTime(after: Date): Promise<Date | null>;
  /**
   * Sets the next time of a due schedule and drops a pending retry.
   * @returns false when another process was faster
   */
  reschedule(schedule: DueSchedule, nextRunAt: Date | null): Promise<boolean>;
  /** Returns when any scheduler last polled; null: never. */
  lastPollAt(): Promise<Date | null>;
  recordPoll(at: Date): Promise<void>;
}

export function createDueStore(database: Database): DueStore {
  return {
    // Raw: Prisma has no condition on other rows of the same table.
    list: (now, limit, except = []) =>
      queryRows(
        database,
        dueSchedule,
        Prisma.sql`
      SELECT schedule.id, schedule.flow_id AS "flowId", schedule.cron, schedule.timezone,
             schedule.next_run_at AS "nextRunAt", schedule.catch_up AS "catchUp",
             schedule.only_if_changed AS "onlyIfChanged", schedule.checked_slot AS "checkedSlot",
             schedule.retry_count AS "retryCount", schedule.fire_slot AS "fireSlot",
             flow.is_disabled AS "isFlowDisabled"
      FROM schedules AS schedule JOIN flows AS flow ON flow.id = schedule.flow_id
      WHERE schedule.is_enabled AND schedule.next_run_at <= ${now}
        AND schedule.id <> ALL(${except}::text[]) AND ${IS_UNCHECKED}
        AND NOT EXISTS (SELECT FROM schedules AS other
                        WHERE other.flow_id = schedule.flow_id AND other.fire_kind IS NOT NULL)
        AND NOT EXISTS (SELECT FROM runs AS run
                        WHERE run.flow_id = schedule.flow_id AND run.schedule_id IS NOT NULL
                          AND run.status IN ('pending', 'running'))
      ORDER BY schedule.next_run_at, schedule.id LIMIT ${limit}`,
      ),
    async nextTime(after) {
      const next = await database.schedule.findFirst({
        where: { isEnabled: true, nextRunAt: { gt: after } },
        orderBy: { nextRunAt: 'asc' },
        select: { nextRunAt: true },
      });
      return next?.nextRunAt ?? null;
    },
    reschedule: (schedule, nextRunAt) => rescheduleDue(database, schedule, nextRunAt),
    async lastPollAt() {
      const watch = await database.scheduleWatch.findFirst();
      return watch?.lookedAt ?? null;
    },
    async recordPoll(lookedAt) {
      await database.scheduleWatch.upsert({
        where: { isOnly: true },
        create: { isOnly: true, lookedAt },
        update: { lookedAt },
      });
    },
  };
}

/**
 * Sets the next time of a due schedule and drops a pending retry.
 * @returns false when another process was faster
 */
export async function rescheduleDue(
  database: Pick<Database, 'schedule'>,
  { id, nextRunAt: seen }: DueSchedule,
  nextRunAt: Date | null,
): Promise<boolean> {
  const { count } = await database.schedule.updateMany({
    where: { id, nextRunAt: seen, fireKind: null },
    data: { nextRunAt, retryCount: 0 },
  });
  return count === 1;
}
