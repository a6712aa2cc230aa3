import type { Database } from '../../../prisma/client.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { HAS_LIVING_EXECUTOR } from '../../domain/runs/executed-by-store.ts';

/** What is needed to record the end of a run. */
export interface UnendedRun {
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
export async function findUnended(database: Database, runId: string): Promise<UnendedRun | null> {
  const [row] = await database.$queryRaw<(Omit<UnendedRun, 'graph'> & { graph: string })[]>`
    SELECT runs.id AS "runId", runs.attempt, flows.name AS "flowName", runs.status, runs.engine,
           runs.graph_snapshot::text AS graph, runs.created_at AS "createdAt",
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
export async function listUnended(
  database: Database,
  before: Date,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM runs
    WHERE status IN ('pending', 'running') AND created_at < ${before} AND id > ${after}
      AND NOT EXISTS (SELECT FROM run_outbox WHERE run_id = runs.id)
      AND (executed_by IS NULL OR NOT ${HAS_LIVING_EXECUTOR})
    ORDER BY id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** The status of each of these runs; those that do not exist are left out. */
export async function statusesOf(
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
