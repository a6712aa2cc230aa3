import { z } from 'zod';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { RUN_TRIGGERS, type RunStatus } from '../../../runner/domain/run-status.ts';
import { storedGraph } from './stored-graph.ts';

/** Whether a live process executes a row of `runs`, by its liveness lock; false for runs of a cluster. */
const HAS_LIVE_EXECUTOR = Prisma.sql`EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended(runs.executed_by, 0))`;

const UNFINISHED = ['pending', 'running'] as const;
type UnfinishedStatus = (typeof UNFINISHED)[number];

/** An advisory lock: concurrent claims run one after the other, so that no run is claimed twice. */
const CLAIM_LOCK = 'millrace: taking over runs';

/**
 * Claims the unfinished runs of dead processes. Runs without an executor belong to a cluster.
 * @param executorId a process that holds its liveness lock
 * @returns their ids, the oldest run first
 */
export async function claimOrphanedRuns(database: Database, executorId: string): Promise<string[]> {
  return await database.$transaction(async (transaction) => {
    // Raw: an advisory lock.
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${CLAIM_LOCK}, 0))::text`;
    // Raw: it reads the lock table of the database.
    const sql = Prisma.sql`
      UPDATE runs SET executed_by = ${executorId}
      WHERE status IN ('pending', 'running') AND executed_by IS NOT NULL AND NOT ${HAS_LIVE_EXECUTOR}
      RETURNING id, created_at AS "createdAt"`;
    const row = z.object({ id: z.string(), createdAt: z.date() });
    const claimed = await queryRows(transaction, row, sql);
    return claimed
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map(({ id }) => id);
  }, TRANSACTION);
}

/** An unfinished run with what is needed to record its outcome. */
export interface UnfinishedRun {
  readonly runId: string;
  readonly attempt: number;
  readonly flowName: string;
  readonly status: UnfinishedStatus;
  readonly engine: Engine;
  readonly graph: GraphDocument;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
}

/** Returns a pending or running run; null when it does not exist or has finished. */
export async function findUnfinishedRun(
  database: Database,
  runId: string,
): Promise<UnfinishedRun | null> {
  const run = await database.run.findUnique({
    where: { id: runId, status: { in: [...UNFINISHED] } },
    select: {
      attempt: true,
      status: true,
      engine: true,
      graphSnapshot: true,
      createdAt: true,
      startedAt: true,
      flow: { select: { name: true } },
    },
  });
  if (run === null) return null;
  const { flow, graphSnapshot, ...row } = run;
  return {
    ...row,
    runId,
    flowName: flow.name,
    status: row.status as UnfinishedStatus,
    engine: row.engine as Engine,
    graph: storedGraph(graphSnapshot),
  };
}

const recoverableRow = z.object({
  runId: z.string(),
  attempt: z.number(),
  status: z.enum(UNFINISHED),
  engine: z.enum(ENGINES),
  trigger: z.enum(RUN_TRIGGERS),
  flowId: z.string(),
  flowName: z.string(),
  projectId: z.string(),
  graph: z.string().transform(storedGraph),
  timeoutSeconds: z.number(),
  traceparent: z.string().nullable(),
  inputBytes: z.bigint().transform(Number),
});
/** An unfinished run with what it needs to be launched again. */
export type RecoverableRun = z.output<typeof recoverableRow>;

/** Those of the runs that are unfinished, the oldest first. */
export async function listRecoverableRuns(
  database: Database,
  ids: readonly string[],
): Promise<RecoverableRun[]> {
  // Raw: one statement for a page of runs with the sizes of their inputs.
  const sql = Prisma.sql`
    SELECT runs.id AS "runId", runs.attempt, runs.status, runs.engine, runs.trigger,
           runs.flow_id AS "flowId", flows.name AS "flowName", flows.project_id AS "projectId",
           runs.graph_snapshot AS graph, runs.timeout_seconds AS "timeoutSeconds", runs.traceparent,
           (SELECT COALESCE(sum(versions.bytes), 0)::bigint FROM run_inputs AS inputs
            JOIN dataset_versions AS versions USING (dataset_id, version_number)
            WHERE inputs.run_id = runs.id) AS "inputBytes"
    FROM runs JOIN flows ON flows.id = runs.flow_id
    WHERE runs.id = ANY(${[...ids]}) AND runs.status IN ('pending', 'running')
    ORDER BY runs.created_at`;
  return await queryRows(database, recoverableRow, sql);
}

/**
 * Unfinished runs that were created before a time and dispatched, in the order of their ids, except those
 * that a live service on the same database executes itself.
 * @param page `after`: the last id of the previous page, '' for the first
 */
export async function listDispatchedRuns(
  database: Database,
  before: Date,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  // Raw: it reads the lock table of the database.
  const sql = Prisma.sql`
    SELECT id FROM runs
    WHERE status IN ('pending', 'running') AND created_at < ${before} AND id > ${after}
      AND NOT EXISTS (SELECT FROM run_outbox WHERE run_id = runs.id)
      AND (executed_by IS NULL OR NOT ${HAS_LIVE_EXECUTOR})
    ORDER BY id LIMIT ${limit}`;
  const rows = await queryRows(database, z.object({ id: z.string() }), sql);
  return rows.map(({ id }) => id);
}

/** The statuses of these runs, by id, without those that do not exist. */
export async function findRunStatuses(
  database: Database,
  runIds: readonly string[],
): Promise<Map<string, RunStatus>> {
  if (runIds.length === 0) return new Map();
  const rows = await database.run.findMany({
    where: { id: { in: [...runIds] } },
    select: { id: true, status: true },
  });
  return new Map(rows.map(({ id, status }) => [id, status as RunStatus]));
}
