import { keepFlow } from '../flows/flow-lock-store.ts';
import type { ListPage } from '../page.ts';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import type { MissedReason } from './missed-reason.ts';
import type { MissedSlot } from './missed-slot-store.ts';
import { deleteMissed } from './slot-queue.ts';

export interface RecentRun {
  readonly id: string;
  readonly status: RunStatus;
  readonly createdAt: Date;
}

/** The fields of a schedule that people set. */
export interface ScheduleFields {
  readonly name: string | null;
  readonly description: string | null;
  readonly cron: string;
  readonly timezone: string;
  readonly engine: Engine | null;
  readonly isEnabled: boolean;
  readonly catchUp: boolean;
  readonly maxRetries: number;
  readonly retryDelaySeconds: number;
  readonly runTimeoutSeconds: number | null;
  readonly parameters: JsonObject | null;
  /** The parameter that each run is given its time in; null: none. */
  readonly timeParameter: string | null;
}

/** Those that the service keeps about its fires. */
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
  /** The latest slot that no run was started for. */
  readonly lastMissed: Pick<MissedSlot, 'slot' | 'reason'> | null;
  readonly recentRuns: readonly RecentRun[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What selects schedules; without any, all are. */
export interface ScheduleFilter {
  readonly id?: string;
  readonly flowId?: string;
  readonly ids?: readonly string[];
}

export type ScheduleChange = Partial<ScheduleFields & TriggerFields> & {
  readonly forgetsMissed?: boolean;
};

export interface ScheduleStore {
  /** Ids, the oldest first; and how many there are in all. */
  listIds(
    flowId: string | undefined,
    page: ListPage,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** The oldest first. */
  list(filter: ScheduleFilter): Promise<ScheduleRecord[]>;
  find(id: string): Promise<ScheduleRecord | null>;
  /** The graph of a flow as saved; null when there is no such flow. */
  findGraph(flowId: string): Promise<{ readonly graph: unknown } | null>;
  /** @returns false when the flow is not there any more */
  create(
    schedule: ScheduleFields & Pick<TriggerFields, 'nextRunAt'> & { id: string; flowId: string },
  ): Promise<boolean>;
  /**
   * Changes a schedule, held meanwhile, from what it is to what `decide` finds. Absent fields are kept;
   * `forgetsMissed`: missed slots that wait are caught up no more.
   * @returns false when it is not there, and nothing has changed
   * @throws whatever `decide` throws; then nothing has changed either
   */
  update(id: string, decide: (schedule: ScheduleRecord) => ScheduleChange): Promise<boolean>;
  /** @returns false when it is not there */
  delete(id: string): Promise<boolean>;
}

const RECENT_RUNS = 5;

type Row = Omit<ScheduleRecord, 'parameters' | 'lastMissed' | 'recentRuns'> & {
  readonly parameters: string | null;
  readonly missedSlot: Date | null;
  readonly missedReason: MissedReason | null;
};

type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>;

export function createScheduleStore(database: Database): ScheduleStore {
  async function list(
    filter: ScheduleFilter,
    client: Reader = database,
  ): Promise<ScheduleRecord[]> {
    // Parameters as text, since they can hold integers beyond 2^53.
    const rows = await client.$queryRaw<Row[]>`
      SELECT schedule.id, schedule.flow_id AS "flowId", schedule.name, schedule.description,
             schedule.cron, schedule.timezone, schedule.engine, schedule.is_enabled AS "isEnabled",
             schedule.catch_up AS "catchUp", schedule.max_retries AS "maxRetries",
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
      WHERE ${selected(filter)}
      ORDER BY schedule.created_at, schedule.id`;
    const runs = await recentRuns(
      rows.map((row) => row.id),
      client,
    );
    return rows.map(({ missedSlot: slot, missedReason: reason, ...row }) => ({
      ...row,
      lastMissed: slot === null || reason === null ? null : { slot, reason },
      parameters: row.parameters === null ? null : (exactJson.parse(row.parameters) as JsonObject),
      recentRuns: runs.get(row.id) ?? [],
    }));
  }

  async function recentRuns(
    ids: readonly string[],
    client: Reader,
  ): Promise<Map<string, RecentRun[]>> {
    const rows = await client.$queryRaw<(RecentRun & { readonly scheduleId: string })[]>`
      SELECT asked.id AS "scheduleId", run.id, run.status, run.created_at AS "createdAt"
      FROM unnest(${ids}::text[]) AS asked(id)
      CROSS JOIN LATERAL (
        SELECT id, status, created_at FROM runs WHERE schedule_id = asked.id
        ORDER BY created_at DESC, id DESC LIMIT ${RECENT_RUNS}
      ) AS run
      ORDER BY run.created_at DESC, run.id DESC`;
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
      const [flow] = await database.$queryRaw<{ graph: string }[]>`
        SELECT graph_json AS graph FROM flows WHERE id = ${flowId} AND deleted_at IS NULL`;
      return flow === undefined ? null : { graph: exactJson.parse(flow.graph) };
    },
    create: ({ parameters, ...schedule }) =>
      database.$transaction(async (transaction) => {
        if (!(await keepFlow(transaction, schedule.flowId))) return false;
        await transaction.schedule.create({ data: schedule });
        await writeParameters(transaction, schedule.id, parameters);
        return true;
      }, TRANSACTION),
    update: (id, decide) =>
      database.$transaction(async (transaction) => {
        // A statement of its own: what is read next is what was committed while this one waited.
        await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${id} FOR NO KEY UPDATE`;
        const [schedule] = await list({ id }, transaction);
        if (schedule === undefined) return false;
        const { parameters, forgetsMissed = false, ...change } = decide(schedule);
        await transaction.schedule.update({
          where: { id },
          data: { ...change, updatedAt: new Date() },
        });
        if (parameters !== undefined) await writeParameters(transaction, id, parameters);
        if (forgetsMissed) await deleteMissed(transaction, id, 0);
        return true;
      }, TRANSACTION),
    async delete(id) {
      const { count } = await database.schedule.deleteMany({ where: { id } });
      return count === 1;
    },
  };
}

/** Those of a flow that is deleted. */
export async function deleteSchedulesOf(
  transaction: Prisma.TransactionClient,
  flowId: string,
): Promise<void> {
  await transaction.schedule.deleteMany({ where: { flowId } });
}

function selected({ id, flowId, ids }: ScheduleFilter): Prisma.Sql {
  const conditions = [
    ...(id === undefined ? [] : [Prisma.sql`schedule.id = ${id}`]),
    ...(flowId === undefined ? [] : [Prisma.sql`schedule.flow_id = ${flowId}`]),
    ...(ids === undefined ? [] : [Prisma.sql`schedule.id = ANY(${[...ids]}::text[])`]),
  ];
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ');
}

/** By itself, since Prisma's JSON takes no long integers. */
async function writeParameters(
  database: Pick<Database, '$executeRaw'>,
  id: string,
  parameters: JsonObject | null,
): Promise<void> {
  const text = parameters === null ? null : exactJson.stringify(parameters);
  await database.$executeRaw`UPDATE schedules SET parameters = ${text}::json WHERE id = ${id}`;
}
