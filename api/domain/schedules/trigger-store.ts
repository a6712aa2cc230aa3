import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { holdFlow } from '../flows/flow-lock-store.ts';
import type { TriggerState, TriggerKind, ScheduleChange } from './advance-schedule.ts';
import { hasRoom } from './room-store.ts';

/** A schedule whose time has come. */
export interface DueSchedule {
  readonly id: string;
  readonly flowId: string;
  readonly cron: string;
  readonly timezone: string;
  readonly nextRunAt: Date;
  readonly catchUp: boolean;
  /** Above 0: `nextRunAt` is the time of a retry, not one of the cron expression. */
  readonly retryCount: number;
  /** The slot that a retry is for. */
  readonly fireSlot: Date | null;
  readonly isFlowDisabled: boolean;
}

/**
 * Why a fire could not be claimed: `taken`, someone else was faster, or the flow has one under way;
 * `full`, as many scheduled runs as allowed are under way; `gone`, the schedule was deleted.
 */
export type ClaimRejection = 'taken' | 'full' | 'gone';

export interface ClaimOptions {
  readonly now: Date;
  /** How many scheduled runs may be under way, this one included. */
  readonly maxUnderWay: number;
}

/** Proof that a fire of a schedule is this caller's. */
export interface TriggerClaim {
  readonly scheduleId: string;
  readonly flowId: string;
  readonly kind: TriggerKind;
  readonly claimedAt: Date;
}

/** A claimed fire that nobody settled: its run has ended or is gone, or was never started. */
export interface StaleClaim extends TriggerClaim {
  readonly runId: string | null;
  /** Null: there is no run. */
  readonly runStatus: RunStatus | null;
  /** Without `runId`: the run that was started all the same, by a process that was lost right then. */
  readonly orphanRunId: string | null;
}

/** What the run of a schedule is started with. */
export interface TriggerRequest {
  readonly engine: string | null;
  readonly parameters: JsonObject | null;
  readonly timeoutSeconds: number | null;
  readonly timezone: string;
  /** The parameter that the run is given its time in; null: none. */
  readonly timeParameter: string | null;
  readonly flowName: string;
}

/** What there is of a schedule when its fire is settled. */
export interface SettledSchedule extends TriggerState {
  readonly lastRunId: string | null;
  readonly flow: { readonly name: string };
}

/** What is known of a schedule while its fire is under way. */
export interface ClaimedSchedule extends Pick<DueSchedule, 'id' | 'flowId' | 'cron' | 'timezone'> {
  readonly nextRunAt: Date | null;
}

export interface TriggerStore {
  /**
   * Enabled schedules whose time has come and whose flow has no fire under way; the longest due first.
   * @param except ids of schedules that are left out
   */
  due(now: Date, limit: number, except?: readonly string[]): Promise<DueSchedule[]>;
  /** The earliest time of an enabled schedule after the given one. */
  nextTime(after: Date): Promise<Date | null>;
  /** Gives a due schedule another time. Nothing happens when someone else was faster. */
  postpone(schedule: DueSchedule, nextRunAt: Date | null): Promise<void>;
  /**
   * Claims the slot of a due schedule for this caller.
   * @param nextRunAt its next time, should this process be lost
   */
  claimSlot(
    schedule: DueSchedule,
    nextRunAt: Date | null,
    options: ClaimOptions,
  ): Promise<TriggerClaim | ClaimRejection>;
  /**
   * Claims a fire beside the slots to come: one that someone asked for, or one that was missed.
   * @param schedule `slot`: the one that it is for, where retries are to be for it too
   */
  claimExtra(
    schedule: Pick<DueSchedule, 'id' | 'flowId'> & { readonly slot?: Date },
    kind: Exclude<TriggerKind, 'slot'>,
    options: ClaimOptions,
  ): Promise<TriggerClaim | ClaimRejection>;
  request(scheduleId: string): Promise<TriggerRequest | null>;
  started(claim: TriggerClaim, runId: string): Promise<void>;
  /** The schedule of a claim that holds still, and its next time; null when it was settled before. */
  findClaimed(claim: TriggerClaim): Promise<ClaimedSchedule | null>;
  /** Takes a claim back, as if it never was. */
  release(claim: TriggerClaim): Promise<void>;
  /** Ends a fire with the change that `decide` finds. @returns the change; null when it was settled before */
  settle(
    claim: TriggerClaim,
    decide: (schedule: SettledSchedule) => SettledChange,
  ): Promise<ScheduleChange | null>;
  /** @param lostBefore claims of then without a run count as lost */
  left(lostBefore: Date, limit: number): Promise<StaleClaim[]>;
}

export interface SettledChange extends ScheduleChange {
  /** Given when the fire came to no run. */
  readonly lastRunId?: null;
  readonly lastFiredAt?: Date;
}

/** By so much a run may seem to be older than its claim: their times are of two machines. */
const CLOCKS_DIFFER_MS = 5_000;

export function createTriggerStore(database: Database): TriggerStore {
  return {
    due: (now, limit, except = []) => findDue(database, { now, limit, except }),
    async nextTime(after) {
      const next = await database.schedule.findFirst({
        where: { isEnabled: true, nextRunAt: { gt: after } },
        orderBy: { nextRunAt: 'asc' },
        select: { nextRunAt: true },
      });
      return next?.nextRunAt ?? null;
    },
    async postpone(schedule, nextRunAt) {
      await postponeDue(database, schedule, nextRunAt);
    },
    claimSlot: (schedule, nextRunAt, { now, maxUnderWay }) =>
      database.$transaction(async (transaction) => {
        if (!(await hasRoom(transaction, maxUnderWay))) return 'full';
        const where = { id: schedule.id, nextRunAt: schedule.nextRunAt, isEnabled: true };
        if (!(await isFlowFree(transaction, schedule.flowId))) return 'taken';
        const fireSlot = schedule.retryCount > 0 ? schedule.fireSlot : schedule.nextRunAt;
        const data = { fireKind: 'slot', fireClaimedAt: now, fireRunId: null, fireSlot, nextRunAt };
        const { count } = await transaction.schedule.updateMany({ where, data });
        return count === 0 ? 'taken' : claimOf(schedule, 'slot', now);
      }, TRANSACTION),
    claimExtra: (schedule, kind, { now, maxUnderWay }) =>
      database.$transaction(async (transaction) => {
        if (!(await hasRoom(transaction, maxUnderWay))) return 'full';
        if (!(await isFlowFree(transaction, schedule.flowId))) return 'taken';
        const claimed = { fireKind: kind, fireClaimedAt: now, fireRunId: null };
        const data =
          schedule.slot === undefined ? claimed : { ...claimed, fireSlot: schedule.slot };
        const { count } = await transaction.schedule.updateMany({
          where: { id: schedule.id },
          data,
        });
        return count === 0 ? 'gone' : claimOf(schedule, kind, now);
      }, TRANSACTION),
    async request(scheduleId) {
      const [row] = await database.$queryRaw<
        (Omit<TriggerRequest, 'parameters'> & { readonly parameters: string | null })[]
      >`SELECT schedule.engine, schedule.run_timeout_seconds AS "timeoutSeconds", schedule.timezone,
               schedule.time_parameter AS "timeParameter", schedule.parameters,
               flow.name AS "flowName"
        FROM schedules AS schedule JOIN flows AS flow ON flow.id = schedule.flow_id
        WHERE schedule.id = ${scheduleId}`;
      if (row === undefined) return null;
      const { parameters } = row;
      // Written by us from an object.
      const parsed = parameters === null ? null : (exactJson.parse(parameters) as JsonObject);
      return { ...row, parameters: parsed };
    },
    async started(claim, runId) {
      const data = {
        fireRunId: runId,
        lastRunId: runId,
        lastFiredAt: claim.claimedAt,
        lastStatus: 'running',
      };
      await database.schedule.updateMany({ where: whereClaimed(claim), data });
    },
    findClaimed: (claim) => database.schedule.findFirst({ where: whereClaimed(claim) }),
    async release(claim) {
      await database.schedule.updateMany({ where: whereClaimed(claim), data: SETTLED });
    },
    settle: (claim, decide) =>
      database.$transaction(async (transaction) => {
        await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${claim.scheduleId} FOR UPDATE`;
        const schedule = await transaction.schedule.findFirst({
          where: whereClaimed(claim),
          include: { flow: { select: { name: true } } },
        });
        if (schedule === null) return null;
        const change = decide(schedule);
        await transaction.schedule.update({
          where: { id: schedule.id },
          data: { ...change, ...SETTLED },
        });
        return change;
      }, TRANSACTION),
    left: (lostBefore, limit) => database.$queryRaw<StaleClaim[]>`
      SELECT schedule.id AS "scheduleId", schedule.flow_id AS "flowId", schedule.fire_kind AS kind,
             schedule.fire_claimed_at AS "claimedAt", schedule.fire_run_id AS "runId",
             run.status AS "runStatus",
             CASE WHEN schedule.fire_run_id IS NULL THEN
               (SELECT stray.id FROM runs AS stray
                WHERE stray.schedule_id = schedule.id
                  AND stray.id IS DISTINCT FROM schedule.last_run_id
                  AND stray.created_at >= schedule.fire_claimed_at - ${CLOCKS_DIFFER_MS} * interval '1 ms'
                ORDER BY stray.created_at DESC LIMIT 1)
             END AS "orphanRunId"
      FROM schedules AS schedule LEFT JOIN runs AS run ON run.id = schedule.fire_run_id
      WHERE schedule.fire_kind IS NOT NULL
        AND CASE WHEN schedule.fire_run_id IS NULL THEN schedule.fire_claimed_at < ${lostBefore}
                 ELSE COALESCE(run.status NOT IN ('pending', 'running'), true) END
      ORDER BY schedule.fire_claimed_at LIMIT ${limit}`,
  };
}

/**
 * Gives a due schedule another time; a retry that it waited for is given up.
 * @returns false when someone else was faster
 */
export async function postponeDue(
  database: Pick<Database, 'schedule'>,
  { id, nextRunAt: seen }: DueSchedule,
  nextRunAt: Date | null,
): Promise<boolean> {
  const where = { id, nextRunAt: seen, fireKind: null };
  const { count } = await database.schedule.updateMany({
    where,
    data: { nextRunAt, retryCount: 0 },
  });
  return count === 1;
}

async function findDue(
  database: Database,
  { now, limit, except }: { now: Date; limit: number; except: readonly string[] },
): Promise<DueSchedule[]> {
  return await database.$queryRaw<DueSchedule[]>`
    SELECT schedule.id, schedule.flow_id AS "flowId", schedule.cron, schedule.timezone,
           schedule.next_run_at AS "nextRunAt", schedule.catch_up AS "catchUp",
           schedule.retry_count AS "retryCount", schedule.fire_slot AS "fireSlot",
           flow.is_disabled AS "isFlowDisabled"
    FROM schedules AS schedule JOIN flows AS flow ON flow.id = schedule.flow_id
    WHERE schedule.is_enabled AND schedule.next_run_at <= ${now}
      AND schedule.id <> ALL(${except}::text[])
      AND NOT EXISTS (SELECT FROM schedules AS other
                      WHERE other.flow_id = schedule.flow_id AND other.fire_kind IS NOT NULL)
      AND NOT EXISTS (SELECT FROM runs AS run
                      WHERE run.flow_id = schedule.flow_id AND run.schedule_id IS NOT NULL
                        AND run.status IN ('pending', 'running'))
    ORDER BY schedule.next_run_at, schedule.id LIMIT ${limit}`;
}

const SETTLED = { fireKind: null, fireClaimedAt: null, fireRunId: null };

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

/**
 * Whether no fire of the flow is under way. The flow is held until the transaction ends, so that
 * there are no two answers at once; runs can still be inserted meanwhile.
 */
async function isFlowFree(transaction: Prisma.TransactionClient, flowId: string): Promise<boolean> {
  await holdFlow(transaction, flowId);
  const claimed = await transaction.schedule.count({ where: { flowId, fireKind: { not: null } } });
  if (claimed > 0) return false;
  const status = { in: ['pending', 'running'] };
  const running = await transaction.run.count({
    where: { flowId, scheduleId: { not: null }, status },
  });
  return running === 0;
}
