import { z } from 'zod';
import { databaseTime } from '../database-time.ts';
import { keepFlow } from '../flows/flow-lock-store.ts';
import type { ListPage } from '../page.ts';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows, type QueryClient } from '../../../prisma/query-rows.ts';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { RUN_STATUSES, type RunStatus } from '../../../runner/domain/run-status.ts';
import { MISSED_REASON_NAMES } from './missed-reason.ts';
import type { MissedSlot } from './missed-slot-store.ts';
import { trimMissed } from './slot-queue.ts';

export interface RecentRun {
  readonly id: string;
  readonly status: RunStatus;
  readonly createdAt: Date;
}

/** The fields of a schedule that users set. */
export interface ScheduleFields {
  readonly name: string | null;
  readonly description: string | null;
  readonly cron: string;
  readonly timezone: string;
  readonly engine: Engine | null;
  readonly isEnabled: boolean;
  readonly catchUp: boolean;
  /** Whether a slot starts no run while the data of the flow is as at the latest successful run. */
  readonly onlyIfChanged: boolean;
  readonly maxRetries: number;
  readonly retryDelaySeconds: number;
  readonly runTimeoutSeconds: number | null;
  readonly parameters: JsonObject | null;
  /** The parameter that is set to the slot of each run; null: none. */
  readonly timeParameter: string | null;
}

/** The fields that the service keeps about triggers. */
export interface TriggerFields {
  readonly nextRunAt: Date | null;
  readonly lastFiredAt: Date | null;
  readonly lastRunId: string | null;
  readonly lastStatus: RunStatus | null;
  readonly consecutiveFailures: number;
  readonly retryCount: number;
  readonly disabledReason: string | null;
}

export interface ScheduleRecord extends ScheduleFields, TriggerFields {
  readonly id: string;
  readonly flowId: string;
  readonly isFlowDisabled: boolean;
  /** The latest missed slot; null: none is recorded. */
  readonly lastMissed: Pick<MissedSlot, 'slot' | 'reason'> | null;
  readonly recentRuns: readonly RecentRun[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Selects schedules. Without a field, all. */
export interface ScheduleFilter {
  readonly id?: string;
  readonly flowId?: string;
  readonly ids?: readonly string[];
}

export type ScheduleChange = Partial<ScheduleFields & TriggerFields> & {
  /** Removes queued missed slots: they are no longer caught up. */
  readonly dropsMissed?: boolean;
};

export interface ScheduleStore {
  /** Lists ids, the oldest first, with the total. */
  listIds(
    flowId: string | undefined,
    page: ListPage,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** Lists schedules, the oldest first. */
  list(filter: ScheduleFilter): Promise<ScheduleRecord[]>;
  find(id: string): Promise<ScheduleRecord | null>;
  /** Returns the saved graph of a flow; null: there is no such flow. */
  findGraph(flowId: string): Promise<{ readonly graph: unknown } | null>;
  /** @returns false when the flow does not exist */
  create(
    schedule: ScheduleFields & Pick<TriggerFields, 'nextRunAt'> & { id: string; flowId: string },
  ): Promise<boolean>;
  /**
   * Locks a schedule and writes the change that `decide` computes from it. Absent fields stay.
   * @returns false when the schedule does not exist
   * @throws what `decide` throws; nothing has changed then
   */
  update(id: string, decide: (schedule: ScheduleRecord) => ScheduleChange): Promise<boolean>;
  /** @returns false when the schedule does not exist */
  delete(id: string): Promise<boolean>;
}

const RECENT_RUNS = 5;

const scheduleRow = z.object({
  id: z.string(),
  flowId: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  cron: z.string(),
  timezone: z.string(),
  engine: z.enum(ENGINES).nullable(),
  isEnabled: z.boolean(),
  catchUp: z.boolean(),
  onlyIfChanged: z.boolean(),
  maxRetries: z.int(),
  retryDelaySeconds: z.int(),
  runTimeoutSeconds: z.int().nullable(),
  parameters: jsonText<JsonObject>().nullable(),
  timeParameter: z.string().nullable(),
  nextRunAt: z.date().nullable(),
  lastFiredAt: z.date().nullable(),
  lastRunId: z.string().nullable(),
  lastStatus: z.enum(RUN_STATUSES).nullable(),
  consecutiveFailures: z.int(),
  retryCount: z.int(),
  disabledReason: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  isFlowDisabled: z.boolean(),
  missedSlot: z.date().nullable(),
  missedReason: z.enum(MISSED_REASON_NAMES).nullable(),
});

const recentRunRow = z.object({
  scheduleId: z.string(),
  id: z.string(),
  status: z.enum(RUN_STATUSES),
  createdAt: z.date(),
});

export function createScheduleStore(database: Database): ScheduleStore {
  async function list(
    filter: ScheduleFilter,
    client: QueryClient = database,
  ): Promise<ScheduleRecord[]> {
    // Raw: Prisma reads the flow and the latest missed slot by statements of their own.
    const rows = await queryRows(
      client,
      scheduleRow,
      Prisma.sql`
      SELECT schedule.id, schedule.flow_id AS "flowId", schedule.name, schedule.description,
             schedule.cron, schedule.timezone, schedule.engine, schedule.is_enabled AS "isEnabled",
             schedule.catch_up AS "catchUp", schedule.only_if_changed AS "onlyIfChanged",
             schedule.max_retries AS "maxRetries",
             schedule.retry_delay_seconds AS "retryDelaySeconds",
             schedule.run_timeout_seconds AS "runTimeoutSeconds",
             schedule.parameters, schedule.time_parameter AS "timeParameter",
             schedule.next_run_at AS "nextRunAt",
             schedule.last_fired_at AS "lastFiredAt", schedule.last_run_id AS "lastRunId",
             schedule.last_status AS "lastStatus",
             schedule.consecutive_failures AS "consecutiveFailures",
             schedule.retry_count AS "retryCount", schedule.disabled_reason AS "disabledReason",
             schedule.created_at AS "createdAt", schedule.updated_at AS "updatedAt",
             flow.is_disabled AS "isFlowDisabled", missed.slot AS "missedSlot",
             missed.reason AS "missedReason"
      FROM schedules AS schedule
      CROSS JOIN LATERAL (SELECT is_disabled FROM flows WHERE id = schedule.flow_id OFFSET 0) AS flow
      LEFT JOIN LATERAL (
        SELECT slot, reason FROM missed_slots WHERE schedule_id = schedule.id
        ORDER BY slot DESC LIMIT 1
      ) AS missed ON true
      WHERE ${conditionOf(filter)}
      ORDER BY schedule.created_at, schedule.id`,
    );
    const runs = await recentRuns(
      rows.map((row) => row.id),
      client,
    );
    return rows.map(({ missedSlot: slot, missedReason: reason, ...row }) => ({
      ...row,
      lastMissed: slot === null || reason === null ? null : { slot, reason },
      recentRuns: runs.get(row.id) ?? [],
    }));
  }

  async function recentRuns(
    ids: readonly string[],
    client: QueryClient,
  ): Promise<Map<string, RecentRun[]>> {
    // Raw: Prisma has no limit per group.
    const rows = await queryRows(
      client,
      recentRunRow,
      Prisma.sql`
      SELECT asked.id AS "scheduleId", run.id, run.status, run.created_at AS "createdAt"
      FROM unnest(${ids}::text[]) AS asked(id)
      CROSS JOIN LATERAL (
        SELECT id, status, created_at FROM runs WHERE schedule_id = asked.id
        ORDER BY created_at DESC, id DESC LIMIT ${RECENT_RUNS}
      ) AS run
      ORDER BY run.created_at DESC, run.id DESC`,
    );
    return Map.groupBy(rows, (row) => row.scheduleId);
  }

  return {
    list: (filter) => list(filter),
    async listIds(flowId, { limit, offset }) {
      const where = flowId === undefined ? {} : { flowId };
      const [rows, total] = await Promise.all([
        database.schedule.findMany({
          where,
          select: { id: true },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          skip: offset,
          ...(limit === undefined ? {} : { take: limit }),
        }),
        database.schedule.count({ where }),
      ]);
      return { ids: rows.map(({ id }) => id), total };
    },
    find: async (id) => (await list({ id })).at(0) ?? null,
    async findGraph(flowId) {
      const flow = await database.flow.findUnique({
        where: { id: flowId, deletedAt: null },
        select: { graphJson: true },
      });
      return flow === null ? null : { graph: exactJson.parse(flow.graphJson) };
    },
    create: ({ parameters, ...schedule }) =>
      database.$transaction(async (transaction) => {
        if (!(await keepFlow(transaction, schedule.flowId))) return false;
        await transaction.schedule.create({
          data: { ...schedule, parameters: parametersText(parameters) },
        });
        return true;
      }, TRANSACTION),
    update: (id, decide) =>
      database.$transaction(async (transaction) => {
        // Raw: Prisma has no row locks. The next statement reads what was committed during the wait.
        await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${id} FOR NO KEY UPDATE`;
        const [schedule] = await list({ id }, transaction);
        if (schedule === undefined) return false;
        const { parameters, dropsMissed = false, ...change } = decide(schedule);
        await transaction.schedule.update({
          where: { id },
          data: {
            ...change,
            ...(parameters === undefined ? {} : { parameters: parametersText(parameters) }),
            updatedAt: await databaseTime(transaction),
          },
        });
        if (dropsMissed) await trimMissed(transaction, id, 0);
        return true;
      }, TRANSACTION),
    async delete(id) {
      const { count } = await database.schedule.deleteMany({ where: { id } });
      return count === 1;
    },
  };
}

/** Deletes the schedules of a deleted flow. */
export async function deleteSchedulesOf(
  transaction: Prisma.TransactionClient,
  flowId: string,
): Promise<void> {
  await transaction.schedule.deleteMany({ where: { flowId } });
}

function conditionOf({ id, flowId, ids }: ScheduleFilter): Prisma.Sql {
  const conditions = [
    ...(id === undefined ? [] : [Prisma.sql`schedule.id = ${id}`]),
    ...(flowId === undefined ? [] : [Prisma.sql`schedule.flow_id = ${flowId}`]),
    ...(ids === undefined ? [] : [Prisma.sql`schedule.id = ANY(${[...ids]}::text[])`]),
  ];
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ');
}

function parametersText(parameters: JsonObject | null): string | null {
  return parameters === null ? null : exactJson.stringify(parameters);
}
