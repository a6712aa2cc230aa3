import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { INTERRUPTED_MESSAGE, type RunTrigger } from '../../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { claimOrphanedRuns } from '../../domain/runs/unfinished-run-store.ts';
import { readRunResult } from '../../domain/runs/read-run-result.ts';
import type { LaunchableRun, RunBackend } from '../run-backend.ts';
import {
  completionOf,
  failedCompletion,
  type RunCompletion,
} from '../../domain/runs/run-completion.ts';
import { ensureRunSpec } from '../launch/run-spec.ts';
import { NO_PROGRESS } from '../../domain/runs/stopped-node-results.ts';

export interface RecoveryDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly backend: Pick<RunBackend, 'launch' | 'record'> & { readonly executorId: string };
  readonly logger: Logger;
  /** Ends the retries. */
  readonly signal: AbortSignal;
}

export interface Recovery {
  /** Settles when every run is recovered, or the signal is aborted. It never rejects. */
  readonly settled: Promise<void>;
}

/** How many runs are read at once: each comes with its graph. */
const PAGE = 100;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

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
 * Recovers the runs of processes that have ended: a run that had begun has failed, unless its result was
 * written; a run that had not begun is started. The runs of other live processes are left to them.
 * @returns when each run was tried once; those that could not be recovered are retried until they are
 * @throws Error when the database does not answer
 */
export async function recoverRuns(deps: RecoveryDeps): Promise<Recovery> {
  const taken = await claimOrphanedRuns(deps.database, deps.backend.executorId);
  return { settled: retryUntilRecovered(deps, await recoverAll(deps, taken)) };
}

async function retryUntilRecovered(deps: RecoveryDeps, ids: readonly string[]): Promise<void> {
  let left = ids;
  for (let pauseMs = FIRST_PAUSE_MS; left.length > 0; pauseMs *= 2) {
    const { signal } = deps;
    await wait(Math.min(pauseMs, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    left = await recoverAll(deps, left);
  }
}

/** @returns the ids of those that could not be recovered */
async function recoverAll(deps: RecoveryDeps, ids: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    left.push(...(await recoverPage(deps, ids.slice(at, at + PAGE))));
  }
  return left;
}

async function recoverPage(deps: RecoveryDeps, ids: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  try {
    for (const row of await unfinished(deps.database, ids)) {
      if (!(await isRecovered(deps, row))) left.push(row.id);
    }
  } catch (error) {
    deps.logger.error({ err: error }, 'unfinished runs could not be read, retrying');
    return [...ids];
  }
  return left;
}

/** One run that cannot be recovered yet does not hold up the others. */
async function isRecovered(deps: RecoveryDeps, row: UnfinishedRow): Promise<boolean> {
  const { backend, logger } = deps;
  try {
    const run = launchable(row);
    const ending = await endingOfUnfinished(deps, run, row.status);
    const becomes = ending?.status ?? 'launched';
    logger.warn({ runId: row.id, becomes }, 'an unfinished run was found');
    if (ending === null) void backend.launch(run);
    else await backend.record(run, ending);
    return true;
  } catch (error) {
    logger.error({ err: error, runId: row.id }, 'a run could not be recovered, retrying');
    return false;
  }
}

async function unfinished(database: Database, ids: readonly string[]): Promise<UnfinishedRow[]> {
  return await database.$queryRaw<UnfinishedRow[]>`
    SELECT runs.id, runs.attempt, runs.status, runs.engine, runs.trigger, runs.flow_id, flows.name AS flow_name,
           runs.graph_snapshot AS graph, runs.timeout_seconds, runs.traceparent, flows.project_id,
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

/** Null: it has not begun, and can. */
async function endingOfUnfinished(
  deps: RecoveryDeps,
  run: LaunchableRun,
  status: 'pending' | 'running',
): Promise<RunCompletion | null> {
  const { objects } = deps;
  const { runId, attempt, graph } = run;
  const result = await readRunResult(objects, objectKeys.runResult(runId, attempt));
  if (result !== null) {
    return completionOf({ runId, graph, progress: NO_PROGRESS }, { kind: 'finished', result });
  }
  const hasBegun =
    status === 'running' || (await objects.head(objectKeys.runClaim(runId, attempt))) !== null;
  if (hasBegun) return failedCompletion(INTERRUPTED_MESSAGE);
  const failure = await ensureRunSpec(deps, runId);
  return failure === null ? null : failedCompletion(failure);
}
