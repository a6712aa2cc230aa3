import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { postponeDue, type DueSchedule } from './trigger-store.ts';

/** A past time of a schedule that waits to be run. */
export interface WaitingSlot {
  readonly scheduleId: string;
  readonly flowId: string;
  readonly slot: Date;
  /** The parameter that is given the time; null: none. */
  readonly timeParameter: string | null;
  /** Whether it was missed, rather than asked for. */
  readonly isMissed: boolean;
  /** The slot that it is a missed retry of; null: it is a time of the cron expression. */
  readonly retryOf: Date | null;
}

/** What is known of a past time of a schedule. */
export interface SlotState {
  /** The time of the cron expression, of a missed retry too. */
  readonly slot: Date;
  readonly runId: string | null;
  readonly runStatus: RunStatus | null;
  /** Why it could not be run. */
  readonly refusal: string | null;
  /** Whether it was asked for or missed, rather than fired at its time. */
  readonly isExtra: boolean;
}

export interface MissedTimes {
  readonly slots: readonly Date[];
  /** So many of a schedule's wait, those of earlier outages counted: the latest. */
  readonly limit: number;
  /** When the schedule comes next. */
  readonly nextRunAt: Date | null;
}

export interface SlotQueue {
  /** Puts slots in line. Those that are known already stay as they are. */
  enqueue(scheduleId: string, slots: readonly Date[], timeParameter: string | null): Promise<void>;
  /**
   * Puts the missed slots of a due schedule in line, and gives the schedule its next one.
   * @returns the slots that wait no longer, since later ones do; null when someone else was faster, and
   *   nothing has happened
   */
  catchUp(schedule: DueSchedule, missed: MissedTimes): Promise<readonly Date[] | null>;
  /** What is known of each of the slots; those of which nothing is known are left out. */
  statesOf(schedule: { id: string; flowId: string }, slots: readonly Date[]): Promise<SlotState[]>;
  /** The times that were asked for or missed, the newest first. */
  list(
    scheduleId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly slots: SlotState[]; readonly total: number }>;
  /**
   * The oldest waiting slot of every flow that is enabled and has no time due just now. Missed ones
   * wait on while their schedule is disabled, or has a retry to come.
   * @param except ids of flows that are left out
   */
  listReady(now: Date, limit: number, except?: readonly string[]): Promise<WaitingSlot[]>;
  /** The run that was started for a slot, at its time or later; null when there is none. */
  findRun(slot: Pick<WaitingSlot, 'scheduleId' | 'flowId' | 'slot'>): Promise<string | null>;
  started(slot: WaitingSlot, runId: string): Promise<void>;
  refused(slot: WaitingSlot, reason: string): Promise<void>;
  /** Takes those that wait out of the line. @returns how many */
  removeWaiting(scheduleId: string): Promise<number>;
}

/** Under this key the flow's run of a slot is started: there is one, whoever starts it. */
export function slotKey(scheduleId: string, slot: Date): string {
  return `schedule/${scheduleId}/${slot.toISOString()}`;
}

/** So long a time that is due is left to the scheduler; after that, none seems to be at work. */
const DUE_MS = 300_000;

export function createSlotQueue(database: Database): SlotQueue {
  return {
    async enqueue(scheduleId, slots, timeParameter) {
      await database.$executeRaw`
        INSERT INTO schedule_slots (schedule_id, slot, time_parameter)
        SELECT ${scheduleId}, slot, ${timeParameter}
        FROM unnest(${slots.map((slot) => slot.toISOString())}::timestamptz[]) AS slot
        ON CONFLICT DO NOTHING`;
    },
    catchUp: (schedule, { slots, limit, nextRunAt }) =>
      database.$transaction(async (transaction) => {
        if (!(await postponeDue(transaction, schedule, nextRunAt))) return null;
        const times = slots.map((slot) => slot.toISOString());
        const due = schedule.nextRunAt;
        // A retry that waited while the service was upgraded may know no slot.
        const retryOf = schedule.retryCount > 0 ? (schedule.fireSlot ?? due) : null;
        await transaction.$executeRaw`
          INSERT INTO schedule_slots (schedule_id, slot, is_missed, retry_of)
          SELECT ${schedule.id}, slot, true,
                 CASE WHEN slot = ${due} THEN ${retryOf}::timestamptz END
          FROM unnest(${times}::timestamptz[]) AS slot
          ON CONFLICT DO NOTHING`;
        return await deleteMissed(transaction, schedule.id, limit);
      }, TRANSACTION),
    async statesOf({ id, flowId }, slots) {
      const asked = slots.map((slot) => slot.toISOString());
      const keys = slots.map((slot) => slotKey(id, slot));
      return await database.$queryRaw<SlotState[]>`
        SELECT asked.slot, COALESCE(known.run_id, taken.run_id) AS "runId",
               COALESCE(run.status, taken.run_status) AS "runStatus", known.refusal,
               known.slot IS NOT NULL AS "isExtra"
        FROM unnest(${asked}::timestamptz[], ${keys}::text[]) AS asked(slot, key)
        LEFT JOIN schedule_slots AS known ON known.schedule_id = ${id} AND known.slot = asked.slot
        LEFT JOIN idempotency_keys AS taken ON taken.flow_id = ${flowId} AND taken.key = asked.key
        LEFT JOIN runs AS run ON run.id = COALESCE(known.run_id, taken.run_id)
        WHERE known.slot IS NOT NULL OR taken.key IS NOT NULL
        ORDER BY asked.slot`;
    },
    async list(scheduleId, { limit, offset }) {
      const [slots, counted] = await Promise.all([
        database.$queryRaw<SlotState[]>`
          SELECT COALESCE(known.retry_of, known.slot) AS slot, known.run_id AS "runId",
                 COALESCE(run.status, taken.run_status) AS "runStatus", known.refusal,
                 true AS "isExtra"
          FROM schedule_slots AS known LEFT JOIN runs AS run ON run.id = known.run_id
          LEFT JOIN LATERAL (SELECT run_status FROM idempotency_keys
                             WHERE run_id = known.run_id LIMIT 1) AS taken ON run.id IS NULL
          WHERE known.schedule_id = ${scheduleId}
          ORDER BY known.slot DESC LIMIT ${limit} OFFSET ${offset}`,
        database.$queryRaw<{ n: number }[]>`
          SELECT count(*)::int AS n FROM schedule_slots WHERE schedule_id = ${scheduleId}`,
      ]);
      return { slots, total: counted[0]?.n ?? 0 };
    },
    listReady: (now, limit, except = []) => database.$queryRaw<WaitingSlot[]>`
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
    async findRun({ scheduleId, flowId, slot }) {
      const [taken] = await database.$queryRaw<{ runId: string }[]>`
        SELECT run_id AS "runId" FROM idempotency_keys
        WHERE flow_id = ${flowId} AND key = ${slotKey(scheduleId, slot)}`;
      return taken?.runId ?? null;
    },
    async started({ scheduleId, slot }, runId) {
      await database.$executeRaw`
        UPDATE schedule_slots SET run_id = ${runId}
        WHERE schedule_id = ${scheduleId} AND slot = ${slot}`;
    },
    async refused({ scheduleId, slot }, reason) {
      await database.$executeRaw`
        UPDATE schedule_slots SET refusal = ${reason}
        WHERE schedule_id = ${scheduleId} AND slot = ${slot} AND run_id IS NULL`;
    },
    removeWaiting: (scheduleId) => database.$executeRaw`
      DELETE FROM schedule_slots
      WHERE schedule_id = ${scheduleId} AND run_id IS NULL AND refusal IS NULL`,
  };
}

/**
 * Takes missed slots out of the line, apart from so many of the latest.
 * @returns those taken out that no run was started for: not those of missed retries
 */
export async function deleteMissed(
  database: Pick<Database, '$queryRaw'>,
  scheduleId: string,
  kept: number,
): Promise<Date[]> {
  const rows = await database.$queryRaw<{ slot: Date; isRetry: boolean }[]>`
    DELETE FROM schedule_slots WHERE schedule_id = ${scheduleId} AND slot IN (
      SELECT slot FROM schedule_slots
      WHERE schedule_id = ${scheduleId} AND is_missed AND run_id IS NULL AND refusal IS NULL
      ORDER BY slot DESC OFFSET ${kept})
    RETURNING slot, retry_of IS NOT NULL AS "isRetry"`;
  return rows.filter(({ isRetry }) => !isRetry).map(({ slot }) => slot);
}
