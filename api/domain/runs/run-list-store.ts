import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { inOrder } from '../list-batches.ts';
import { runColumns } from './run-columns.ts';
import type { ListedRun } from './run-record.ts';

/** The filters, order and page of a list of runs. Absent filters match any run. */
export interface RunListQuery {
  readonly flow_id?: string | undefined;
  readonly project_id?: string | undefined;
  /** A dataset that the run reads, or is listed under. */
  readonly dataset_id?: string | undefined;
  readonly schedule_id?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly started_after?: Date | undefined;
  readonly started_before?: Date | undefined;
  readonly sort_by: 'created_at' | 'started_at' | 'status';
  readonly sort_order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface RunListStore {
  /** The ids of a page, in its order, and how many runs match in all. */
  list(query: RunListQuery): Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** Runs in the order of the ids, without those that were deleted concurrently. */
  findMany(ids: readonly string[]): Promise<ListedRun[]>;
  /** The id of the latest successful run of a schedule; null: there is none. */
  findLatestSuccess(scheduleId: string): Promise<string | null>;
}

type Sql = Prisma.Sql;

const pageRow = z.object({ ids: jsonText<string[]>(), total: z.int() });

const listedRun = z.object({
  ...runColumns,
  flowName: z.string(),
  projectId: z.string(),
});

export function createRunListStore(database: Database): RunListStore {
  return {
    async list(query) {
      const isDeleted = await hasDeletedFlows(database);
      const where = conditions(query, isDeleted);
      // Raw: one statement, so that a concurrent deletion of a flow drops all of its runs or none.
      const sql = Prisma.sql`
        SELECT (SELECT COALESCE(json_agg(listed.id), '[]') FROM (${page(query, where)}) AS listed)::text AS ids,
               (SELECT count(*)::int FROM ${counting(query, where)}) AS total`;
      const [row] = await queryRows(database, pageRow, sql);
      return row ?? { ids: [], total: 0 };
    },
    async findMany(ids) {
      // Raw: one look-up of a flow for each run, however the planner estimates them.
      const sql = Prisma.sql`
        SELECT run.id, run.flow_id AS "flowId", run.input_dataset_id AS "inputDatasetId",
               run.input_datasets AS "inputDatasets", run.status, run.engine, run.trigger,
               run.schedule_id AS "scheduleId", run.local_time AS "localTime", run.time_zone AS "timeZone",
               run.output_location AS "outputLocation",
               run.started_at AS "startedAt", run.finished_at AS "finishedAt",
               run.created_at AS "createdAt", flow.name AS "flowName", flow.project_id AS "projectId"
        FROM runs AS run CROSS JOIN LATERAL (
          SELECT name, project_id FROM flows
          WHERE flows.id = run.flow_id OFFSET 0
        ) AS flow
        WHERE run.id = ANY(${[...ids]}::text[])`;
      return inOrder(ids, await queryRows(database, listedRun, sql));
    },
    async findLatestSuccess(scheduleId) {
      const run = await database.run.findFirst({
        where: { scheduleId, status: 'success' },
        orderBy: { createdAt: 'desc' },
        select: { id: true },
      });
      return run?.id ?? null;
    },
  };
}

/** The background removes the runs of deleted flows; until then lists have to exclude them. */
async function hasDeletedFlows(database: Database): Promise<boolean> {
  const where = { deletedAt: { not: null } };
  return (await database.flow.findFirst({ where, select: { id: true } })) !== null;
}

/** The conditions on the table `run`. */
function conditions(query: RunListQuery, isAnyFlowDeleted: boolean): readonly Sql[] {
  const { flow_id, project_id, dataset_id, schedule_id, status, started_after, started_before } =
    query;
  return [
    ...(isAnyFlowDeleted
      ? [Prisma.sql`run.flow_id NOT IN (SELECT id FROM flows WHERE deleted_at IS NOT NULL)`]
      : []),
    ...(flow_id === undefined ? [] : [Prisma.sql`run.flow_id = ${flow_id}`]),
    ...(schedule_id === undefined ? [] : [Prisma.sql`run.schedule_id = ${schedule_id}`]),
    ...(status === undefined ? [] : [Prisma.sql`run.status = ${status}`]),
    ...(started_after === undefined ? [] : [Prisma.sql`run.started_at >= ${started_after}`]),
    ...(started_before === undefined ? [] : [Prisma.sql`run.started_at <= ${started_before}`]),
    ...(project_id === undefined
      ? []
      : [Prisma.sql`run.flow_id IN (SELECT id FROM flows WHERE project_id = ${project_id})`]),
    ...(dataset_id === undefined ? [] : [Prisma.sql`run.id IN (${runsOfDataset(dataset_id)})`]),
  ];
}

/** The ids of runs that read the dataset or are listed under it. */
function runsOfDataset(id: string): Sql {
  return Prisma.sql`SELECT run_id AS id FROM run_inputs WHERE dataset_id = ${id}
                    UNION SELECT id FROM runs WHERE input_dataset_id = ${id}`;
}

function allOf(where: readonly Sql[]): Sql {
  return where.length === 0 ? Prisma.sql`true` : Prisma.join([...where], ' AND ');
}

/** The rows to count. Where an index has the answer, no row of `runs` is read. */
function counting({ dataset_id }: RunListQuery, where: readonly Sql[]): Sql {
  if (dataset_id !== undefined && where.length === 1) {
    return Prisma.sql`(${runsOfDataset(dataset_id)}) AS run`;
  }
  return Prisma.sql`runs AS run WHERE ${allOf(where)}`;
}

/** Selects the ids of a page. */
function page(query: RunListQuery, where: readonly Sql[]): Sql {
  const { sort_by, sort_order, limit, offset } = query;
  // The id keeps pages stable where times are equal.
  const newest = sort_order === 'asc' ? Prisma.sql`created_at, id` : NEWEST;
  const status = sort_order === 'asc' ? Prisma.sql`status` : Prisma.sql`status DESC`;
  const order = sort_by === 'status' ? Prisma.sql`${status}, ${newest}` : newest;
  const bounds = Prisma.sql`LIMIT ${limit}::int OFFSET ${offset}::bigint`;
  if (sort_by === 'started_at') return Prisma.sql`${pageByStart(query, where, newest)} ${bounds}`;
  if (sort_by === 'created_at' && isOfFlows(query)) {
    return Prisma.sql`SELECT id FROM (${ofFlows(query, 'created_at')}) AS run ORDER BY ${order} ${bounds}`;
  }
  return Prisma.sql`SELECT id FROM runs AS run WHERE ${allOf(where)} ORDER BY ${order} ${bounds}`;
}

/** Selects ids in the order of starts, without the bounds of the page. Unstarted runs come last. */
function pageByStart(query: RunListQuery, where: readonly Sql[], newest: Sql): Sql {
  const { sort_order, limit, offset } = query;
  if (isOfFlows(query)) {
    const started = sort_order === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`;
    return Prisma.sql`SELECT id FROM (${ofFlows(query, 'started_at')}) AS run
                      ORDER BY started_at ${started} NULLS LAST, ${newest}`;
  }
  return sort_order === 'asc'
    ? Prisma.sql`SELECT id FROM runs AS run WHERE ${allOf(where)} ORDER BY started_at, ${newest}`
    : lastStarted(where, limit + offset);
}

const NEWEST = Prisma.sql`created_at DESC, id DESC`;

/**
 * The last started runs first, then unstarted ones. An index has the unstarted first, so each part is read
 * separately.
 */
function lastStarted(where: readonly Sql[], end: number): Sql {
  return Prisma.sql`
    SELECT id FROM (
      (SELECT id, started_at, created_at FROM runs AS run
       WHERE ${allOf([...where, Prisma.sql`started_at IS NOT NULL`])}
       ORDER BY started_at DESC, ${NEWEST} LIMIT ${end}::bigint)
      UNION ALL
      (SELECT id, started_at, created_at FROM runs AS run
       WHERE ${allOf([...where, Prisma.sql`started_at IS NULL`])}
       ORDER BY ${NEWEST} LIMIT ${end}::bigint)
    ) AS run
    ORDER BY started_at DESC NULLS LAST, ${NEWEST}`;
}

/** Whether the only filters are flows and a status. */
function isOfFlows(query: RunListQuery): boolean {
  const { flow_id, project_id, dataset_id, schedule_id, started_after, started_before } = query;
  const others = [dataset_id, schedule_id, started_after, started_before];
  const hasFlows = flow_id !== undefined || project_id !== undefined;
  return hasFlows && others.every((other) => other === undefined);
}

/** The condition on `runs` to belong to the table `flow`, with a status if one is requested. */
function runsOfFlow(status: string | undefined): Sql {
  return Prisma.sql`runs.flow_id = flow.id
    ${status === undefined ? Prisma.empty : Prisma.sql`AND runs.status = ${status}`}`;
}

function flowsOf({ flow_id, project_id }: RunListQuery): Sql {
  return allOf([
    Prisma.sql`deleted_at IS NULL`,
    ...(flow_id === undefined ? [] : [Prisma.sql`id = ${flow_id}`]),
    ...(project_id === undefined ? [] : [Prisma.sql`project_id = ${project_id}`]),
  ]);
}

/**
 * Selects the runs of some flows that a page may contain. An index gives the times of each flow up to the
 * end of the page; the last of all these times bounds which rows are read. In the order of starts, it
 * reads unstarted runs separately.
 */
function ofFlows(query: RunListQuery, by: 'created_at' | 'started_at'): Sql {
  const { status, sort_order, limit, offset } = query;
  const end = limit + offset;
  const column = by === 'created_at' ? Prisma.sql`created_at` : Prisma.sql`started_at`;
  const [direction, last, isWithin] =
    sort_order === 'asc'
      ? [Prisma.sql`ASC`, Prisma.sql`max`, Prisma.sql`<=`]
      : [Prisma.sql`DESC`, Prisma.sql`min`, Prisma.sql`>=`];
  const ofFlow = runsOfFlow(status);
  const timed = Prisma.sql`
    WITH flow AS MATERIALIZED (
      SELECT id FROM flows WHERE ${flowsOf(query)}
    ), bound AS MATERIALIZED (
      SELECT ${last}(at) AS at FROM (
        SELECT first.at FROM flow CROSS JOIN LATERAL (
          SELECT ${column} AS at FROM runs WHERE ${ofFlow} AND ${column} IS NOT NULL
          ORDER BY ${column} ${direction} LIMIT ${end}::bigint
        ) AS first
        ORDER BY first.at ${direction} LIMIT ${end}::bigint) AS times
    )
    SELECT run.id, run.started_at, run.created_at FROM flow CROSS JOIN LATERAL (
      SELECT id, started_at, created_at FROM runs
      WHERE ${ofFlow} AND ${column} ${isWithin} (SELECT at FROM bound) OFFSET 0
    ) AS run`;
  if (by === 'created_at') return timed;
  return Prisma.sql`${timed}
    UNION ALL
    SELECT run.id, run.started_at, run.created_at FROM flow CROSS JOIN LATERAL (
      SELECT id, started_at, created_at FROM runs
      WHERE ${ofFlow} AND started_at IS NULL ORDER BY ${NEWEST} LIMIT ${end}::bigint
    ) AS run`;
}
