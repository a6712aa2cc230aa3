import type { Logger } from 'pino';
import type { Database } from '../../prisma/client.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import { INTERRUPTED_MESSAGE, type RunTrigger } from '../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { takeOverRuns } from './process-presence.ts';
import { readResult } from './read-result.ts';
import type { LaunchableRun, RunBackend } from './run-backend.ts';
import { endingOf, failed, type RunEnding } from './run-ending.ts';

export interface RecoveryParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly backend: Pick<RunBackend, 'launch' | 'record'> & { readonly executorId: string };
  readonly logger: Logger;
}

interface UnfinishedRow {
  readonly id: string;
  readonly attempt: number;
  readonly status: 'pending' | 'running';
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  readonly flow_id: string;
  readonly flow_name: string;
  readonly graph: string;
  readonly timeout_seconds: number;
  readonly traceparent: string | null;
  readonly project_id: string;
  readonly input_bytes: bigint;
}

/**
 * Brings the runs of processes that have ended to an end that is true: one that had begun has failed,
 * unless its result was written already; one that had not begun is started. Those of other processes
 * that live are left to them.
 */
export async function recoverRuns(parts: RecoveryParts): Promise<void> {
  const taken = await takeOverRuns(parts.database, parts.backend.executorId);
  for (const row of await unfinished(parts.database, taken)) {
    const run = launchable(row);
    const ending = await endingOfUnfinished(parts.objects, run, row.status);
    parts.logger.warn(
      { runId: run.runId, becomes: ending?.status ?? 'launched' },
      'an unfinished run was found',
    );
    if (ending === null) void parts.backend.launch(run);
    else await parts.backend.record(run, ending);
  }
}

async function unfinished(database: Database, ids: readonly string[]): Promise<UnfinishedRow[]> {
  if (ids.length === 0) return [];
  return await database.$queryRaw<UnfinishedRow[]>`
    SELECT runs.id, runs.attempt, runs.status, runs.engine, runs.trigger, runs.flow_id, flows.name AS flow_name,
           runs.graph_snapshot::text AS graph, runs.timeout_seconds, runs.traceparent, flows.project_id,
           (SELECT COALESCE(sum(versions.bytes), 0)::bigint FROM run_inputs AS inputs
            JOIN dataset_versions AS versions USING (dataset_id, version_number)
            WHERE inputs.run_id = runs.id) AS input_bytes
    FROM runs JOIN flows ON flows.id = runs.flow_id
    WHERE runs.id = ANY(${ids}) AND runs.status IN ('pending', 'running')
    ORDER BY runs.created_at`;
}

function launchable(row: UnfinishedRow): LaunchableRun {
  return {
    runId: row.id,
    attempt: row.attempt,
    flowId: row.flow_id,
    flowName: row.flow_name,
    projectId: row.project_id,
    engine: row.engine,
    trigger: row.trigger,
    // Written by us when the run was made.
    graph: exactJson.parse(row.graph) as GraphDocument,
    timeoutSeconds: row.timeout_seconds,
    inputBytes: Number(row.input_bytes),
    traceparent: row.traceparent,
  };
}

/** Null: it never began, and can. */
async function endingOfUnfinished(
  objects: ObjectStore,
  run: LaunchableRun,
  status: 'pending' | 'running',
): Promise<RunEnding | null> {
  const { runId, attempt, graph } = run;
  const result = await readResult(objects, objectKeys.runResult(runId, attempt));
  if (result !== null)
    return endingOf({ runId, graph, progress: [] }, { kind: 'finished', result });
  const begun =
    status === 'running' || (await objects.head(objectKeys.runClaim(runId, attempt))) !== null;
  if (begun) return { ...failed(INTERRUPTED_MESSAGE), logs: null };
  const hasSpec = (await objects.head(objectKeys.runSpec(runId))) !== null;
  return hasSpec ? null : failed('The server stopped while the run was being prepared. Retry it.');
}
