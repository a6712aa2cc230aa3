import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import type { RunListQuery } from './schemas.ts';
import type { ListedRun } from './store.ts';

/** Every row has the total; of an empty page there is one row with nothing else. */
type PageRow = { readonly total: number } & (ListedRun | { readonly [K in keyof ListedRun]: null });

/**
 * One page of runs and the number of all. It is one statement: a flow that is deleted meanwhile is there
 * with all of its runs, or not at all.
 */
export async function listRuns(
  database: Database,
  query: RunListQuery,
): Promise<{ readonly runs: ListedRun[]; readonly total: number }> {
  const conditions = conditionsOf(query);
  const rows = await database.$queryRaw<PageRow[]>`
    SELECT counted.total, listed.*
    FROM (SELECT count(*)::int AS total FROM runs WHERE ${conditions}) AS counted
    LEFT JOIN (
      SELECT page.*, flow.name AS "flowName", flow.project_id AS "projectId"
      FROM (
        SELECT id, flow_id AS "flowId", input_dataset_id AS "inputDatasetId", input_datasets AS "inputDatasets",
               status, engine, trigger, schedule_id AS "scheduleId", local_time AS "localTime",
               time_zone AS "timeZone", output_location AS "outputLocation",
               started_at AS "startedAt", finished_at AS "finishedAt", created_at AS "createdAt"
        FROM runs WHERE ${conditions}
        ORDER BY ${orderOf(query, RUN_COLUMNS)} LIMIT ${query.limit} OFFSET ${query.offset}
      ) AS page
      -- The limit keeps PostgreSQL from reading all flows for a page of runs.
      JOIN LATERAL (SELECT name, project_id FROM flows WHERE id = page."flowId" LIMIT 1) AS flow ON true
    ) AS listed ON true
    ORDER BY ${orderOf(query, LISTED_COLUMNS)}`;
  const runs = rows.filter((row): row is PageRow & ListedRun => row.id !== null);
  return { runs, total: rows[0]?.total ?? 0 };
}

function conditionsOf(query: RunListQuery): Prisma.Sql {
  const { flow_id, project_id, dataset_id, schedule_id, status, started_after, started_before } =
    query;
  const conditions = [
    // Deleted flows keep their runs until these are removed in the background.
    Prisma.sql`flow_id <> ALL (ARRAY(SELECT flows.id FROM flows WHERE flows.deleted_at IS NOT NULL))`,
  ];
  if (flow_id !== undefined) conditions.push(Prisma.sql`flow_id = ${flow_id}`);
  if (project_id !== undefined) {
    conditions.push(
      Prisma.sql`flow_id IN (SELECT flows.id FROM flows WHERE flows.project_id = ${project_id})`,
    );
  }
  if (schedule_id !== undefined) conditions.push(Prisma.sql`schedule_id = ${schedule_id}`);
  if (status !== undefined) conditions.push(Prisma.sql`status = ${status}`);
  if (started_after !== undefined) conditions.push(Prisma.sql`started_at >= ${started_after}`);
  if (started_before !== undefined) conditions.push(Prisma.sql`started_at <= ${started_before}`);
  if (dataset_id !== undefined) {
    conditions.push(
      Prisma.sql`(input_dataset_id = ${dataset_id}
        OR id IN (SELECT run_id FROM run_inputs WHERE dataset_id = ${dataset_id}))`,
    );
  }
  return Prisma.join(conditions, ' AND ');
}

const RUN_COLUMNS = {
  status: Prisma.sql`status`,
  started_at: Prisma.sql`started_at`,
  created_at: Prisma.sql`created_at`,
  id: Prisma.sql`id`,
};
const LISTED_COLUMNS: typeof RUN_COLUMNS = {
  status: Prisma.sql`listed.status`,
  started_at: Prisma.sql`listed."startedAt"`,
  created_at: Prisma.sql`listed."createdAt"`,
  id: Prisma.sql`listed.id`,
};

function orderOf({ sort_by, sort_order }: RunListQuery, columns: typeof RUN_COLUMNS): Prisma.Sql {
  const direction = sort_order === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  // The id makes pages stable where times are equal.
  const newest = Prisma.sql`${columns.created_at} ${direction}, ${columns.id} ${direction}`;
  if (sort_by === 'created_at') return newest;
  if (sort_by === 'status') return Prisma.sql`${columns.status} ${direction}, ${newest}`;
  return Prisma.sql`${columns.started_at} ${direction} NULLS LAST, ${newest}`;
}
