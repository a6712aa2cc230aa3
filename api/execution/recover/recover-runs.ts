import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { INTERRUPTED_MESSAGE } from '../../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import {
  claimOrphanedRuns,
  listRecoverableRuns,
  type RecoverableRun,
} from '../../domain/runs/unfinished-run-store.ts';
import { readRunResult } from '../../domain/runs/read-run-result.ts';
import type { RunBackend } from '../run-backend.ts';
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
    for (const run of await listRecoverableRuns(deps.database, ids)) {
      if (!(await tryToRecover(deps, run))) unrecovered.push(run.runId);
    }
  } catch (error) {
    deps.logger.error({ err: error }, 'failed to read unfinished runs: retrying');
    return [...ids];
  }
  return unrecovered;
}

/** A run that cannot be recovered yet does not block the others. */
async function tryToRecover(deps: RecoveryDeps, run: RecoverableRun): Promise<boolean> {
  const { backend, logger } = deps;
  const { runId } = run;
  try {
    const completion = await completionOfUnfinished(deps, run);
    const becomes = completion?.status ?? 'launched';
    logger.warn({ runId, becomes }, 'recovered an unfinished run');
    if (completion === null) void backend.launch(run);
    else await backend.record(run, completion);
    return true;
  } catch (error) {
    logger.error({ err: error, runId }, 'failed to recover a run: retrying');
    return false;
  }
}

/** @returns null for a run that has not started, and can */
async function completionOfUnfinished(
  deps: RecoveryDeps,
  run: RecoverableRun,
): Promise<RunCompletion | null> {
  const { objects } = deps;
  const { runId, attempt, graph, status } = run;
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
