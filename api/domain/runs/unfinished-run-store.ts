import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';

/** Whether the process that executes a row of `runs` lives; false too for runs of a cluster. */
export const HAS_LIVE_EXECUTOR = Prisma.sql`EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended(runs.executed_by, 0))`;

/** One after the other: whoever comes second sees what the first has taken. */
const TAKING_OVER = 'millrace: taking over runs';

/**
 * Makes unfinished runs of processes that have ended those of another. Runs that no process executes
 * are a cluster's, which goes on with them.
 * @param executorId a process that shows its presence
 * @returns their ids, the oldest run first
 */
export async function claimOrphanedRuns(database: Database, executorId: string): Promise<string[]> {
  return await database.$transaction(async (transaction) => {
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${TAKING_OVER}, 0))::text`;
    const taken = await transaction.$queryRaw<{ id: string; createdAt: Date }[]>`
      UPDATE runs SET executed_by = ${executorId}
      WHERE status IN ('pending', 'running') AND executed_by IS NOT NULL AND NOT ${HAS_LIVE_EXECUTOR}
      RETURNING id, created_at AS "createdAt"`;
    return taken
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map(({ id }) => id);
  }, TRANSACTION);
}

/** What is needed to record the end of a run. */
export interface UnfinishedRun {
  readonly runId: string;
  readonly attempt: number;
  readonly flowName: string;
  readonly status: 'pending' | 'running';
  readonly engine: Engine;
  readonly graph: GraphDocument;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
}

/** Null: there is no such run, or it has ended. */
export async function findUnfinishedRun(
  database: Database,
  runId: string,
): Promise<UnfinishedRun | null> {
  const [row] = await database.$queryRaw<(Omit<UnfinishedRun, 'graph'> & { graph: string })[]>`
    SELECT runs.id AS "runId", runs.attempt, flows.name AS "flowName", runs.status, runs.engine,
           runs.graph_snapshot AS graph, runs.created_at AS "createdAt",
           runs.started_at AS "startedAt"
    FROM runs JOIN flows ON flows.id = runs.flow_id
    WHERE runs.id = ${runId} AND runs.status IN ('pending', 'running')`;
  // Written by us when the run was made.
  return row === undefined ? null : { ...row, graph: exactJson.parse(row.graph) as GraphDocument };
}

/**
 * Runs that were made before a time and handed over, in the order of their ids. Those that a living
 * service executes itself, on the same database, are left to it.
 * @param page `after`: the last id of the page before, '' for the first
 */
export async function listDispatchedRuns(
  database: Database,
  before: Date,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM runs
    WHERE status IN ('pending', 'running') AND created_at < ${before} AND id > ${after}
      AND NOT EXISTS (SELECT FROM run_outbox WHERE run_id = runs.id)
      AND (executed_by IS NULL OR NOT ${HAS_LIVE_EXECUTOR})
    ORDER BY id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** The status of each of these runs; those that do not exist are left out. */
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
