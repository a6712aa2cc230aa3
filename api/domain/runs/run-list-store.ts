import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { inOrder } from '../list-batches.ts';
import type { InputRef, ListedRun } from './store.ts';

/** Which runs are listed, and in which order; absent filters: any. */
export interface RunListQuery {
  readonly flow_id?: string | undefined;
  readonly project_id?: string | undefined;
  /** One that a run read, or is listed under. */
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
  /** Which runs a page has, in its order; and how many match in all. */
  list(query: RunListQuery): Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  /** Some runs, in the order of the ids; those that were removed meanwhile are left out. */
  findMany(ids: readonly string[]): Promise<ListedRun[]>;
}

type Sql = Prisma.Sql;

type ListedRow = Omit<ListedRun, 'inputDatasets'> & { readonly inputDatasets: string | null };

export function createRunListStore(database: Database): RunListStore {
  return {
    async list(query) {
      const isDeleted = await hasDeletedFlows(database);
      const where = conditions(query, isDeleted);
      // One statement: a flow that is deleted meanwhile is there with all of its runs, or not at all.
      const [row] = await database.$queryRaw<{ ids: string; total: number }[]>`
        SELECT (SELECT COALESCE(json_agg(listed.id), '[]') FROM (${page(query, where)}) AS listed)::text AS ids,
               (SELECT count(*)::int FROM ${counting(query, where)}) AS total`;
      return { ids: JSON.parse(row?.ids ?? '[]') as string[], total: row?.total ?? 0 };
    },
    async findMany(ids) {
      // One look-up of a flow for each run, however the planner estimates them.
      const rows = await database.$queryRaw<ListedRow[]>`
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
      return inOrder(ids, rows).map(({ inputDatasets, ...run }) => ({
        ...run,
        inputDatasets: inputDatasets === null ? null : (JSON.parse(inputDatasets) as InputRef[]),
      }));
    },
  };
}

/** Deleted flows keep their runs until these are removed in the background. */
async function hasDeletedFlows(database: Database): Promise<boolean> {
  const [row] = await database.$queryRaw<{ is: boolean }[]>`
    SELECT EXISTS (SELECT FROM flows WHERE deleted_at IS NOT NULL) AS is`;
  return row?.is ?? false;
}

/** What the runs, table `run`, are to meet. */
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

/** Runs that read it, and those that are listed under it. */
function runsOfDataset(id: string): Sql {
  return Prisma.sql`SELECT run_id AS id FROM run_inputs WHERE dataset_id = ${id}
                    UNION SELECT id FROM runs WHERE input_dataset_id = ${id}`;
}

function allOf(where: readonly Sql[]): Sql {
  return where.length === 0 ? Prisma.sql`true` : Prisma.join([...where], ' AND ');
}

/** What is counted: where indexes know the answer, no row of `runs` is read. */
function counting({ dataset_id }: RunListQuery, where: readonly Sql[]): Sql {
  if (dataset_id !== undefined && where.length === 1) {
    return Prisma.sql`(${runsOfDataset(dataset_id)}) AS run`;
  }
  return Prisma.sql`runs AS run WHERE ${allOf(where)}`;
}

/** The ids of a page. */
function page(query: RunListQuery, where: readonly Sql[]): Sql {
  const { sort_by, sort_order, limit, offset } = query;
  // The id makes pages stable where times are equal.
  const newest = sort_order === 'asc' ? Prisma.sql`created_at, id` : NEWEST;
  const status = sort_order === 'asc' ? Prisma.sql`status` : Prisma.sql`status DESC`;
  const order = sort_by === 'status' ? Prisma.sql`${status}, ${newest}` : newest;
  const bounds = Prisma.sql`LIMIT ${limit}::int OFFSET ${offset}::bigint`;
  if (sort_by === 'started_at') return Prisma.sql`${pageByStart(query, where, newest)} ${bounds}`;
  if (sort_by === 'created_at' && isOfFlows(query)) {
    return Prisma.sql`SELECT id FROM (${ofFlows(query)}) AS run ORDER BY ${order} ${bounds}`;
  }
  return Prisma.sql`SELECT id FROM runs AS run WHERE ${allOf(where)} ORDER BY ${order} ${bounds}`;
}

/** Without the bounds of the page. Runs that have not started come last. */
function pageByStart(query: RunListQuery, where: readonly Sql[], newest: Sql): Sql {
  const { sort_order, limit, offset } = query;
  if (isOfFlows(query)) {
    const started = sort_order === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`;
    return Prisma.sql`SELECT id FROM (${ofFlowsByStart(query)}) AS run
                      ORDER BY started_at ${started} NULLS LAST, ${newest}`;
  }
  return sort_order === 'asc'
    ? Prisma.sql`SELECT id FROM runs AS run WHERE ${allOf(where)} ORDER BY started_at, ${newest}`
    : lastStarted(where, limit + offset);
}

const NEWEST = Prisma.sql`created_at DESC, id DESC`;

/**
 * The last started first, then those that have not started. An index has these first, so that both
 * are read by themselves.
 */
function lastStarted(where: readonly Sql[], most: number): Sql {
  return Prisma.sql`
    SELECT id FROM (
      (SELECT id, started_at, created_at FROM runs AS run
       WHERE ${allOf([...where, Prisma.sql`started_at IS NOT NULL`])}
       ORDER BY started_at DESC, ${NEWEST} LIMIT ${most}::bigint)
      UNION ALL
      (SELECT id, started_at, created_at FROM runs AS run
       WHERE ${allOf([...where, Prisma.sql`started_at IS NULL`])}
       ORDER BY ${NEWEST} LIMIT ${most}::bigint)
    ) AS run
    ORDER BY started_at DESC NULLS LAST, ${NEWEST}`;
}

/** Whether flows are all that is asked for, beside a state. */
function isOfFlows(query: RunListQuery): boolean {
  const { flow_id, project_id, dataset_id, schedule_id, started_after, started_before } = query;
  const others = [dataset_id, schedule_id, started_after, started_before];
  const hasFlows = flow_id !== undefined || project_id !== undefined;
  return hasFlows && others.every((other) => other === undefined);
}

/** The runs of some flows, table `flow`; with a status, where one is asked for. */
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

/** The same as `ofFlows` for an order by start; those that have not started are read by themselves. */
function ofFlowsByStart(query: RunListQuery): Sql {
  const { status, sort_order, limit, offset } = query;
  const most = limit + offset;
  const isAscending = sort_order === 'asc';
  const order = isAscending ? Prisma.sql`started_at` : Prisma.sql`started_at DESC`;
  const ofFlow = runsOfFlow(status);
  const isReached = isAscending ? Prisma.sql`<=` : Prisma.sql`>=`;
  return Prisma.sql`
    WITH flow AS MATERIALIZED (
      SELECT id FROM flows WHERE ${flowsOf(query)}
    ), bound AS MATERIALIZED (
      SELECT ${isAscending ? Prisma.sql`max` : Prisma.sql`min`}(started_at) AS time FROM (
        SELECT first.started_at FROM flow CROSS JOIN LATERAL (
          SELECT started_at FROM runs WHERE ${ofFlow} AND started_at IS NOT NULL
          ORDER BY ${order} LIMIT ${most}::bigint
        ) AS first
        ORDER BY ${order} LIMIT ${most}::bigint) AS times
    )
    SELECT run.id, run.started_at, run.created_at FROM flow CROSS JOIN LATERAL (
      SELECT id, started_at, created_at FROM runs
      WHERE ${ofFlow} AND started_at ${isReached} (SELECT time FROM bound) OFFSET 0
    ) AS run
    UNION ALL
    SELECT run.id, run.started_at, run.created_at FROM flow CROSS JOIN LATERAL (
      SELECT id, started_at, created_at FROM runs
      WHERE ${ofFlow} AND started_at IS NULL ORDER BY ${NEWEST} LIMIT ${most}::bigint
    ) AS run`;
}

/**
 * Runs of a flow, or of the flows of a project, that can be in a page. Of each flow, the index tells
 * the times of as many as the page ends at; the last of all these times bounds which rows are read.
 */
function ofFlows(query: RunListQuery): Sql {
  const { status, sort_order, limit, offset } = query;
  const most = limit + offset;
  const isAscending = sort_order === 'asc';
  const order = isAscending ? Prisma.sql`created_at` : Prisma.sql`created_at DESC`;
  const ofFlow = runsOfFlow(status);
  const isReached = isAscending ? Prisma.sql`<=` : Prisma.sql`>=`;
  return Prisma.sql`
    WITH flow AS MATERIALIZED (
      SELECT id FROM flows WHERE ${flowsOf(query)}
    ), bound AS MATERIALIZED (
      SELECT ${isAscending ? Prisma.sql`max` : Prisma.sql`min`}(created_at) AS time FROM (
        SELECT newest.created_at FROM flow CROSS JOIN LATERAL (
          SELECT created_at FROM runs WHERE ${ofFlow} ORDER BY ${order} LIMIT ${most}::bigint
        ) AS newest
        ORDER BY ${order} LIMIT ${most}::bigint) AS times
    )
    SELECT run.id, run.created_at FROM flow CROSS JOIN LATERAL (
      SELECT id, created_at FROM runs
      WHERE ${ofFlow} AND created_at ${isReached} (SELECT time FROM bound) OFFSET 0
    ) AS run`;
}
