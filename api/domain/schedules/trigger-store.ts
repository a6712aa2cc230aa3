import { z } from 'zod';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { RUN_STATUSES } from '../../../runner/domain/run-status.ts';
import { holdFlow } from '../flows/flow-lock-store.ts';
import {
  TRIGGER_KINDS,
  type ScheduleAdvance,
  type TriggerKind,
  type TriggerState,
} from './advance-schedule.ts';
import type { DueSchedule } from './due-store.ts';

/**
 * Why a trigger could not be claimed. `busy`: another process was faster, or the flow has a scheduled
 * run in progress; `full`: the maximum of concurrent scheduled runs is reached; `gone`: the schedule
 * was deleted.
 */
export type ClaimRejection = 'busy' | 'full' | 'gone';

export interface ClaimOptions {
  /** Maximum of concurrent scheduled runs, this one included. */
  readonly maxConcurrent: number;
}

/** Proof that this process owns a trigger of a schedule. */
export interface TriggerClaim {
  readonly scheduleId: string;
  readonly flowId: string;
  readonly kind: TriggerKind;
  readonly claimedAt: Date;
}

const staleClaim = z.object({
  scheduleId: z.string(),
  flowId: z.string(),
  kind: z.enum(TRIGGER_KINDS),
  claimedAt: z.date(),
  runId: z.string().nullable(),
  /** Null: there is no run. */
  runStatus: z.enum(RUN_STATUSES).nullable(),
  /** Without `runId`: the run that a process started before it died, without recording it in the claim. */
  orphanRunId: z.string().nullable(),
});

/** A claim that its process did not finish: the run is over or was deleted, or there is none. */
export type StaleClaim = Readonly<z.output<typeof staleClaim>>;

const triggerRequest = z.object({
  engine: z.string().nullable(),
  parameters: jsonText<JsonObject>().nullable(),
  timeoutSeconds: z.int().nullable(),
  timezone: z.string(),
  /** The parameter that is set to the slot; null: none. */
  timeParameter: z.string().nullable(),
  flowName: z.string(),
});

/** The stored fields of a schedule with which its run starts. */
export type TriggerRequest = Readonly<z.output<typeof triggerRequest>>;

const countRow = z.object({ n: z.int(), now: z.date() });

/** The schedule of a claim that is not finished. */
export interface ClaimedSchedule extends TriggerState {
  readonly id: string;
  readonly flowId: string;
  readonly nextRunAt: Date | null;
  readonly lastRunId: string | null;
  readonly flow: { readonly name: string };
}

/** Claims on schedules. A claim lasts from before its run starts until the schedule is advanced. */
export interface TriggerStore {
  /**
   * Claims a due schedule.
   * @param nextRunAt its next time if this process dies
   */
  claimDue(
    schedule: DueSchedule,
    nextRunAt: Date | null,
    options: ClaimOptions,
  ): Promise<TriggerClaim | ClaimRejection>;
  /**
   * Claims a schedule for a requested run or a past slot; its next time stays.
   * @param schedule `slot`: the slot that retries of the run are for
   */
  claimExtra(
    schedule: Pick<DueSchedule, 'id' | 'flowId'> & { readonly slot?: Date },
    kind: Exclude<TriggerKind, 'slot'>,
    options: ClaimOptions,
  ): Promise<TriggerClaim | ClaimRejection>;
  /** Returns null for a schedule that was deleted. */
  findRequest(scheduleId: string): Promise<TriggerRequest | null>;
  recordRun(claim: TriggerClaim, runId: string): Promise<void>;
  /** Returns null when the claim is already finished. */
  findClaimed(
    claim: TriggerClaim,
  ): Promise<Pick<ClaimedSchedule, 'id' | 'flowId' | 'cron' | 'timezone' | 'nextRunAt'> | null>;
  /** Undoes a claim. */
  release(claim: TriggerClaim): Promise<void>;
  /**
   * Finishes a claim with the change that `advance` computes.
   * @returns the change; null when the claim is already finished
   */
  finish(
    claim: TriggerClaim,
    advance: (schedule: ClaimedSchedule) => ScheduleAdvance,
  ): Promise<ScheduleAdvance | null>;
  /** Lists claims whose run is over, and those that have had no run for a minute: their process is dead. */
  listStale(limit: number): Promise<StaleClaim[]>;
}

/** A claim without a run after this time, by the clock of the database, belongs to a dead process. */
const CLAIM_TIMEOUT_SECONDS = 60;
/** A server of an earlier version takes the time of its claim from its own clock. */
const MAX_CLOCK_SKEW_MS = 5_000;

const UNCLAIMED = { fireKind: null, fireClaimedAt: null, fireRunId: null };

export function createTriggerStore(database: Database): TriggerStore {
  return {
    claimDue: (schedule, nextRunAt, { maxConcurrent }) =>
      database.$transaction(async (transaction) => {
        const now = await timeWithCapacity(transaction, maxConcurrent);
        if (now === null) return 'full';
        if (!(await isFlowIdle(transaction, schedule.flowId))) return 'busy';
        const fireSlot = schedule.retryCount > 0 ? schedule.fireSlot : schedule.nextRunAt;
        const { count } = await transaction.schedule.updateMany({
          where: { id: schedule.id, nextRunAt: schedule.nextRunAt, isEnabled: true },
          data: { fireKind: 'slot', fireClaimedAt: now, fireRunId: null, fireSlot, nextRunAt },
        });
        return count === 0 ? 'busy' : claimOf(schedule, 'slot', now);
      }, TRANSACTION),
    claimExtra: (schedule, kind, { maxConcurrent }) =>
      database.$transaction(async (transaction) => {
        const now = await timeWithCapacity(transaction, maxConcurrent);
        if (now === null) return 'full';
        if (!(await isFlowIdle(transaction, schedule.flowId))) return 'busy';
        const claimed = { fireKind: kind, fireClaimedAt: now, fireRunId: null };
        const { count } = await transaction.schedule.updateMany({
          where: { id: schedule.id },
          data: schedule.slot === undefined ? claimed : { ...claimed, fireSlot: schedule.slot },
        });
        return count === 0 ? 'gone' : claimOf(schedule, kind, now);
      }, TRANSACTION),
    async findRequest(scheduleId) {
      // Raw: Prisma reads the flow by a second statement.
      const [request] = await queryRows(
        database,
        triggerRequest,
        Prisma.sql`
        SELECT schedule.engine, schedule.run_timeout_seconds AS "timeoutSeconds", schedule.timezone,
               schedule.time_parameter AS "timeParameter", schedule.parameters,
               flow.name AS "flowName"
        FROM schedules AS schedule JOIN flows AS flow ON flow.id = schedule.flow_id
        WHERE schedule.id = ${scheduleId}`,
      );
      return request ?? null;
    },
    async recordRun(claim, runId) {
      const lastRun = { lastRunId: runId, lastFiredAt: claim.claimedAt, lastStatus: 'running' };
      await database.schedule.updateMany({
        where: whereClaimed(claim),
        data: { fireRunId: runId, ...lastRun },
      });
    },
    findClaimed: (claim) => database.schedule.findFirst({ where: whereClaimed(claim) }),
    async release(claim) {
      await database.schedule.updateMany({ where: whereClaimed(claim), data: UNCLAIMED });
    },
    finish: (claim, advance) =>
      database.$transaction(async (transaction) => {
        // Raw: Prisma has no row locks.
        await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${claim.scheduleId} FOR UPDATE`;
        const schedule = await transaction.schedule.findFirst({
          where: whereClaimed(claim),
          include: { flow: { select: { name: true } } },
        });
        if (schedule === null) return null;
        const change = advance(schedule);
        await transaction.schedule.update({
          where: { id: schedule.id },
          data: { ...change, ...UNCLAIMED },
        });
        return change;
      }, TRANSACTION),
    // Raw: runs have no relation to schedules, since they outlive them.
    listStale: (limit) =>
      queryRows(
        database,
        staleClaim,
        Prisma.sql`
      SELECT schedule.id AS "scheduleId", schedule.flow_id AS "flowId", schedule.fire_kind AS kind,
             schedule.fire_claimed_at AS "claimedAt", schedule.fire_run_id AS "runId",
             run.status AS "runStatus",
             CASE WHEN schedule.fire_run_id IS NULL THEN
               (SELECT orphan.id FROM runs AS orphan
                WHERE orphan.schedule_id = schedule.id
                  AND orphan.id IS DISTINCT FROM schedule.last_run_id
                  AND orphan.created_at >= schedule.fire_claimed_at - ${MAX_CLOCK_SKEW_MS} * interval '1 ms'
                ORDER BY orphan.created_at DESC LIMIT 1)
             END AS "orphanRunId"
      FROM schedules AS schedule LEFT JOIN runs AS run ON run.id = schedule.fire_run_id
      WHERE schedule.fire_kind IS NOT NULL
        AND CASE WHEN schedule.fire_run_id IS NULL THEN schedule.fire_claimed_at < clock_timestamp() - ${CLAIM_TIMEOUT_SECONDS} * interval '1 second'
                 ELSE COALESCE(run.status NOT IN ('pending', 'running'), true) END
      ORDER BY schedule.fire_claimed_at LIMIT ${limit}`,
      ),
  };
}

function claimOf(
  { id, flowId }: Pick<DueSchedule, 'id' | 'flowId'>,
  kind: TriggerKind,
  claimedAt: Date,
): TriggerClaim {
  return { scheduleId: id, flowId, kind, claimedAt };
}

function whereClaimed({ scheduleId, kind, claimedAt }: TriggerClaim): Prisma.ScheduleWhereInput {
  return { id: scheduleId, fireKind: kind, fireClaimedAt: claimedAt };
}

/** The key of the advisory lock under which scheduled runs are counted and claimed. */
const COUNT_LOCK = 'millrace/scheduled-runs';

/**
 * Returns the time of the database when fewer than `max` scheduled runs are in progress in all processes, else null.
 * Other callers wait until the transaction ends, so that two never claim the same capacity.
 */
async function timeWithCapacity(
  transaction: Prisma.TransactionClient,
  max: number,
): Promise<Date | null> {
  // Raw: Prisma has no advisory locks.
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${COUNT_LOCK}, 0))::text`;
  // Raw: both counts have to see the same state. A Date has milliseconds.
  const [counted] = await queryRows(
    transaction,
    countRow,
    Prisma.sql`
    SELECT ((SELECT count(*) FROM schedules WHERE fire_kind IS NOT NULL)
          + (SELECT count(*) FROM runs AS run
             WHERE run.status IN ('pending', 'running') AND run.schedule_id IS NOT NULL
               AND NOT EXISTS (SELECT FROM schedules AS own
                               WHERE own.id = run.schedule_id AND own.fire_kind IS NOT NULL))
           )::int AS n, date_trunc('milliseconds', clock_timestamp()) AS now`,
  );
  return counted !== undefined && counted.n < max ? counted.now : null;
}

/**
 * Returns whether the flow has neither a claim nor a scheduled run in progress. The flow stays locked
 * until the transaction ends; runs can still be inserted.
 */
async function isFlowIdle(transaction: Prisma.TransactionClient, flowId: string): Promise<boolean> {
  await holdFlow(transaction, flowId);
  const claims = await transaction.schedule.count({ where: { flowId, fireKind: { not: null } } });
  if (claims > 0) return false;
  const status = { in: ['pending', 'running'] };
  const runs = await transaction.run.count({
    where: { flowId, scheduleId: { not: null }, status },
  });
  return runs === 0;
}
