import { z } from 'zod';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows, type QueryClient } from '../../../prisma/query-rows.ts';
import { RUN_STATUSES } from '../../../runner/domain/run-status.ts';
import { rescheduleDue, type DueSchedule } from './due-store.ts';
import { slotKey } from './slot.ts';

const queuedSlot = z.object({
  scheduleId: z.string(),
  flowId: z.string(),
  slot: z.date(),
  /** The parameter that is set to the slot, instead of that of the schedule; null: that. */
  timeParameter: z.string().nullable(),
  /** True: a missed slot that is caught up; false: requested by a backfill. */
  isMissed: z.boolean(),
  /** The slot whose missed retry this is; null: `slot` is a slot of its own. */
  retryOf: z.date().nullable(),
});

/** A past slot of a schedule that has not run yet. */
export type QueuedSlot = Readonly<z.output<typeof queuedSlot>>;

const slotState = z.object({
  /** The slot; of a missed retry, the one that it is for. */
  slot: z.date(),
  runId: z.string().nullable(),
  runStatus: z.enum(RUN_STATUSES).nullable(),
  /** Why the slot could not run. */
  refusal: z.string().nullable(),
  /** Whether the slot is or was in the queue, rather than triggered when it was due. */
  isQueued: z.boolean(),
});

/** What is known of a past slot of a schedule. */
export type SlotState = Readonly<z.output<typeof slotState>>;

const removedSlot = z.object({ slot: z.date(), isRetry: z.boolean() });

export interface MissedSlots {
  readonly slots: readonly Date[];
  /** Missed slots of the schedule that stay in the queue, the latest. */
  readonly limit: number;
  /** The next time of the schedule. */
  readonly nextRunAt: Date | null;
}

/** The past slots of schedules that backfills and catch-up have to run. */
export interface SlotQueue {
  /** Enqueues the slots of a backfill. Slots that are already in the queue stay as they are. */
  enqueue(scheduleId: string, slots: readonly Date[], timeParameter: string | null): Promise<void>;
  /**
   * Enqueues the missed slots of a due schedule and sets its next time.
   * @returns the slots that fell out of the queue, over the limit; null when another process was
   *   faster, and nothing has changed
   */
  enqueueMissed(schedule: DueSchedule, missed: MissedSlots): Promise<readonly Date[] | null>;
  /** Returns what is known of each slot. Unknown slots are left out. */
  statesOf(schedule: { id: string; flowId: string }, slots: readonly Date[]): Promise<SlotState[]>;
  /** Lists the slots that were ever in the queue, the newest first. */
  list(
    scheduleId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly slots: SlotState[]; readonly total: number }>;
  /**
   * Lists the oldest queued slot of each enabled flow that has no slot due right now. Missed slots wait
   * while their schedule is disabled or has a pending retry.
   * @param except ids of flows to leave out
   */
  listReady(now: Date, limit: number, except?: readonly string[]): Promise<QueuedSlot[]>;
  /** Returns the run of a slot, started when it was due or later; null: none. */
  findRun(slot: Pick<QueuedSlot, 'scheduleId' | 'flowId' | 'slot'>): Promise<string | null>;
  recordRun(slot: QueuedSlot, runId: string): Promise<void>;
  recordRefusal(slot: QueuedSlot, reason: string): Promise<void>;
  /** Removes the slots that have not run. @returns how many */
  clear(scheduleId: string): Promise<number>;
}

/** A slot that has been due for longer than this no longer blocks the queue: no scheduler seems to run. */
const DUE_MS = 300_000;

const QUEUED = { runId: null, refusal: null };

export function createSlotQueue(database: Database): SlotQueue {
  return {
    async enqueue(scheduleId, slots, timeParameter) {
      await database.scheduleSlot.createMany({
        data: slots.map((slot) => ({ scheduleId, slot, timeParameter })),
        skipDuplicates: true,
      });
    },
    enqueueMissed: (schedule, { slots, limit, nextRunAt }) =>
      database.$transaction(async (transaction) => {
        if (!(await rescheduleDue(transaction, schedule, nextRunAt))) return null;
        const { id: scheduleId, nextRunAt: due, retryCount, fireSlot } = schedule;
        // A retry from before an upgrade may not know its slot.
        const retryOf = retryCount > 0 ? (fireSlot ?? due) : null;
        await transaction.scheduleSlot.createMany({
          data: slots.map((slot) => ({
            scheduleId,
            slot,
            isMissed: true,
            retryOf: slot.getTime() === due.getTime() ? retryOf : null,
          })),
          skipDuplicates: true,
        });
        return await trimMissed(transaction, scheduleId, limit);
      }, TRANSACTION),
    async statesOf({ id, flowId }, slots) {
      const asked = slots.map((slot) => slot.toISOString());
      const keys = slots.map((slot) => slotKey(id, slot));
      // Raw: Prisma cannot join a list of values.
      return await queryRows(
        database,
        slotState,
        Prisma.sql`
        SELECT asked.slot, COALESCE(known.run_id, key.run_id) AS "runId",
               COALESCE(run.status, key.run_status) AS "runStatus", known.refusal,
               known.slot IS NOT NULL AS "isQueued"
        FROM unnest(${asked}::timestamptz[], ${keys}::text[]) AS asked(slot, key)
        LEFT JOIN schedule_slots AS known ON known.schedule_id = ${id} AND known.slot = asked.slot
        LEFT JOIN idempotency_keys AS key ON key.flow_id = ${flowId} AND key.key = asked.key
        LEFT JOIN runs AS run ON run.id = COALESCE(known.run_id, key.run_id)
        WHERE known.slot IS NOT NULL OR key.key IS NOT NULL
        ORDER BY asked.slot`,
      );
    },
    async list(scheduleId, { limit, offset }) {
      const [slots, total] = await Promise.all([
        // Raw: runs and keys have no relation to slots, which outlive them.
        queryRows(
          database,
          slotState,
          Prisma.sql`
          SELECT COALESCE(known.retry_of, known.slot) AS slot, known.run_id AS "runId",
                 COALESCE(run.status, key.run_status) AS "runStatus", known.refusal,
                 true AS "isQueued"
          FROM schedule_slots AS known LEFT JOIN runs AS run ON run.id = known.run_id
          LEFT JOIN LATERAL (SELECT run_status FROM idempotency_keys
                             WHERE run_id = known.run_id LIMIT 1) AS key ON run.id IS NULL
          WHERE known.schedule_id = ${scheduleId}
          ORDER BY known.slot DESC LIMIT ${limit} OFFSET ${offset}`,
        ),
        database.scheduleSlot.count({ where: { scheduleId } }),
      ]);
      return { slots, total };
    },
    // Raw: Prisma has no DISTINCT ON over a join.
    listReady: (now, limit, except = []) =>
      queryRows(
        database,
        queuedSlot,
        Prisma.sql`
      SELECT DISTINCT ON (schedule.flow_id) schedule.id AS "scheduleId",
             schedule.flow_id AS "flowId", known.slot, known.time_parameter AS "timeParameter",
             known.is_missed AS "isMissed", known.retry_of AS "retryOf"
      FROM schedule_slots AS known
      JOIN schedules AS schedule ON schedule.id = known.schedule_id
      JOIN flows AS flow ON flow.id = schedule.flow_id
      WHERE known.run_id IS NULL AND known.refusal IS NULL AND NOT flow.is_disabled
        AND flow.id <> ALL(${except}::text[])
        AND (NOT known.is_missed OR (schedule.is_enabled AND schedule.retry_count = 0))
        AND NOT EXISTS (SELECT FROM schedules AS due
                        WHERE due.flow_id = flow.id AND due.is_enabled AND due.next_run_at <= ${now}
                          AND due.next_run_at > ${new Date(now.getTime() - DUE_MS)})
      ORDER BY schedule.flow_id, known.slot LIMIT ${limit}`,
      ),
    async findRun({ scheduleId, flowId, slot }) {
      const known = await database.idempotencyKey.findUnique({
        where: { flowId_key: { flowId, key: slotKey(scheduleId, slot) } },
        select: { runId: true },
      });
      return known?.runId ?? null;
    },
    async recordRun({ scheduleId, slot }, runId) {
      await database.scheduleSlot.updateMany({ where: { scheduleId, slot }, data: { runId } });
    },
    async recordRefusal({ scheduleId, slot }, refusal) {
      await database.scheduleSlot.updateMany({
        where: { scheduleId, slot, runId: null },
        data: { refusal },
      });
    },
    async clear(scheduleId) {
      const { count } = await database.scheduleSlot.deleteMany({
        where: { scheduleId, ...QUEUED },
      });
      return count;
    },
  };
}

/**
 * Removes missed slots from the queue, except the latest.
 * @returns the slots that were removed; a removed retry is no missed slot
 */
export async function trimMissed(
  database: QueryClient,
  scheduleId: string,
  kept: number,
): Promise<Date[]> {
  // Raw: Prisma cannot delete by order.
  const rows = await queryRows(
    database,
    removedSlot,
    Prisma.sql`
    DELETE FROM schedule_slots WHERE schedule_id = ${scheduleId} AND slot IN (
      SELECT slot FROM schedule_slots
      WHERE schedule_id = ${scheduleId} AND is_missed AND run_id IS NULL AND refusal IS NULL
      ORDER BY slot DESC OFFSET ${kept})
    RETURNING slot, retry_of IS NOT NULL AS "isRetry"`,
  );
  return rows.filter(({ isRetry }) => !isRetry).map(({ slot }) => slot);
}
