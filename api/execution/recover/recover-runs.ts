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
  /** Aborts the retries. */
  readonly signal: AbortSignal;
}

export interface Recovery {
  /** Resolves when every run is recovered, or the signal is aborted. It never rejects. */
  readonly finished: Promise<void>;
}

/** How many runs a query reads, each with its graph. */
const PAGE_SIZE = 100;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

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
 * Recovers the runs of dead processes. A started run has failed, unless its result is stored; a pending
 * run is launched. The runs of other live processes stay theirs.
 * @returns after one attempt for each run; failed recoveries are retried in the background
 * @throws Error when the database is unavailable
 */
export async function recoverRuns(deps: RecoveryDeps): Promise<Recovery> {
  const claimed = await claimOrphanedRuns(deps.database, deps.backend.executorId);
  return { finished: retryUntilRecovered(deps, await recoverAll(deps, claimed)) };
}

async function retryUntilRecovered(deps: RecoveryDeps, ids: readonly string[]): Promise<void> {
  const { signal } = deps;
  let unrecovered = ids;
  for (let backoffMs = MIN_BACKOFF_MS; unrecovered.length > 0; backoffMs *= 2) {
    await wait(Math.min(backoffMs, MAX_BACKOFF_MS), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    unrecovered = await recoverAll(deps, unrecovered);
  }
}

/** @returns the ids of runs that could not be recovered */
async function recoverAll(deps: RecoveryDeps, ids: readonly string[]): Promise<string[]> {
  const unrecovered: string[] = [];
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    unrecovered.push(...(await recoverPage(deps, ids.slice(at, at + PAGE_SIZE))));
  }
  return unrecovered;
}

async function recoverPage(deps: RecoveryDeps, ids: readonly string[]): Promise<string[]> {
  const unrecovered: string[] = [];
  try {
    for (const row of await unfinished(deps.database, ids)) {
      if (!(await tryToRecover(deps, row))) unrecovered.push(row.id);
    }
  } catch (error) {
    deps.logger.error({ err: error }, 'failed to read unfinished runs: retrying');
    return [...ids];
  }
  return unrecovered;
}

/** A run that cannot be recovered yet does not block the others. */
async function tryToRecover(deps: RecoveryDeps, row: UnfinishedRow): Promise<boolean> {
  const { backend, logger } = deps;
  try {
    const run = launchable(row);
    const completion = await completionOfUnfinished(deps, run, row.status);
    const becomes = completion?.status ?? 'launched';
    logger.warn({ runId: row.id, becomes }, 'recovered an unfinished run');
    if (completion === null) void backend.launch(run);
    else await backend.record(run, completion);
    return true;
  } catch (error) {
    logger.error({ err: error, runId: row.id }, 'failed to recover a run: retrying');
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

/** @returns null for a run that has not started, and can */
async function completionOfUnfinished(
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
  const hasStarted =
    status === 'running' || (await objects.head(objectKeys.runClaim(runId, attempt))) !== null;
  if (hasStarted) return failedCompletion(INTERRUPTED_MESSAGE);
  const failure = await ensureRunSpec(deps, runId);
  return failure === null ? null : failedCompletion(failure);
}
