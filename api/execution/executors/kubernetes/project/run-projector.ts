import type { Logger } from 'pino';
import type { Database } from '../../../../../prisma/client.ts';
import { objectKeys } from '../../../../../runner/domain/object-keys.ts';
import type { RunResult } from '../../../../../runner/domain/run-result.ts';
import type { ObjectStore } from '../../../../../runner/storage/object-store.ts';
import { readRunResult } from '../../../../domain/runs/read-run-result.ts';
import {
  completionOf,
  failedCompletion,
  type RunCompletion,
} from '../../../../domain/runs/run-completion.ts';
import type { RunMetrics } from '../../../supervise/run-metrics.ts';
import type { RunRecorder } from '../../../record/run-recorder.ts';
import type { LostAttempt } from '../../../../domain/runs/lost-attempt.ts';
import {
  advanceAttempt,
  markRunning,
  type AttemptId,
} from '../../../../domain/runs/run-lifecycle-store.ts';
import { readProgress } from '../../../supervise/stored-progress.ts';
import { NO_PROGRESS } from '../../../../domain/runs/stopped-node-results.ts';
import { writeWaiting } from '../../../../domain/runs/waiting-reason-store.ts';
import {
  findUnfinishedRun,
  type UnfinishedRun,
} from '../../../../domain/runs/unfinished-run-store.ts';
import type { MissingResource } from '../dispatch/run-dispatcher.ts';
import type { ObservedOutcome, ObservedRun } from '../run-resource/run-resource.ts';
import type { RunResources } from '../run-resource/run-resources.ts';
import { observedCompletion, observedTime, observedTimes } from './observed-completion.ts';

export interface ProjectorDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly resources: RunResources;
  readonly recorder: RunRecorder;
  readonly metrics: RunMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called when the end of a run is committed, by any process. */
  readonly onFinished: (runId: string) => void;
}

/** Within this time every watching process has observed a new Run. */
const SEEN_WITHIN_MS = 10_000;

/**
 * Projects the status of Run resources into the database. Several processes may project one run: every write
 * is a compare-and-set on the state of the run.
 */
export class RunProjector {
  readonly #deps: ProjectorDeps;

  constructor(deps: ProjectorDeps) {
    this.#deps = deps;
  }

  /**
   * @param written the state that this process projected last; null: none
   * @throws Error if the database, the object store or the cluster does not answer; retry it
   */
  async project(seen: ObservedRun, written: ObservedRun | null = null): Promise<void> {
    const { database, onFinished } = this.#deps;
    const { runId, attempt, lostAttempts, end } = seen;
    const at = { runId, attempt };
    if (seen.isRecorded) onFinished(runId);
    if (seen.isRecorded) return;
    if (attempt > 1) await this.#advance(at, lostAttempts);
    if (end !== null) {
      await this.#recordEnd({ ...seen, end });
      return;
    }
    await this.#writeWaiting(seen, written);
    if (seen.isRunning) await markRunning(database, at, this.#startOf(seen));
  }

  /** Finishes a run that has no Run resource. `absent` is proven by a live read first. */
  async finishWithoutResource(runId: string, why: MissingResource): Promise<void> {
    const { database, resources, objects } = this.#deps;
    const run = await findUnfinishedRun(database, runId);
    if (run === null) {
      this.#deps.onFinished(runId);
      return;
    }
    const isAbsent = why === 'absent';
    if (isAbsent && (await resources.find(runId)) !== null) return;
    const key = objectKeys.runResult(runId, run.attempt);
    const result = isAbsent ? await readRunResult(objects, key) : null;
    await this.#record(run, completionWithoutResource(run, why, result), {
      startedAt: null,
      finishedAt: null,
    });
  }

  async #advance(to: AttemptId, lost: readonly LostAttempt[]): Promise<void> {
    const { database, logger } = this.#deps;
    if (!(await advanceAttempt(database, to, lost))) return;
    const reason = lost.find(({ number }) => number === to.attempt - 1)?.reason;
    logger.warn({ ...to, reason }, 'run lost its last attempt and waits for this one');
  }

  /** Saves the statement for most runs, which have no waiting reason. */
  async #writeWaiting(seen: ObservedRun, written: ObservedRun | null): Promise<void> {
    const { runId, attempt, waiting } = seen;
    const mayBeStored = written === null ? this.#mayBeStored(seen) : written.waiting !== null;
    if (waiting === null && !mayBeStored) return;
    const { database, logger } = this.#deps;
    const isNew = await writeWaiting(database, { runId, attempt }, waiting);
    if (isNew && waiting !== null) logger.warn({ runId, attempt, ...waiting }, 'run waits');
  }

  /** Whether another process may have stored a waiting reason before this one first observed the run. */
  #mayBeStored({ attempt, isRunning, createdAt }: ObservedRun): boolean {
    if (attempt > 1) return true;
    // The start of a first attempt clears it in the statement that stores the start.
    return !isRunning && this.#deps.now().getTime() - Date.parse(createdAt) > SEEN_WITHIN_MS;
  }

  async #recordEnd(seen: ObservedRun & { readonly end: ObservedOutcome }): Promise<void> {
    const { database, objects, resources } = this.#deps;
    const { runId, end } = seen;
    const run = await findUnfinishedRun(database, runId);
    // The run was deleted: the sweep deletes its Run.
    if (run === null && (await database.run.count({ where: { id: runId } })) === 0) return;
    if (run !== null) {
      const result = end.resultKey === null ? null : await readRunResult(objects, end.resultKey);
      // A stopped runner has stored its progress instead of a result.
      const isStopped = result === null || end.phase === 'cancelled';
      const known = isStopped ? await readProgress(objects, seen) : null;
      const progress = known ?? NO_PROGRESS;
      const ending = observedCompletion({ ...run, progress }, seen, result);
      await this.#record(run, ending, {
        startedAt: seen.startedAt,
        finishedAt: result?.finishedAt ?? end.finishedAt,
      });
    }
    this.#deps.onFinished(runId);
    await resources.acknowledge(runId);
  }

  async #record(
    run: UnfinishedRun,
    ending: RunCompletion,
    seen: { readonly startedAt: string | null; readonly finishedAt: string | null },
  ): Promise<void> {
    const { recorder, metrics, now } = this.#deps;
    const { runId } = run;
    const { startedAt, finishedAt } = observedTimes(run, seen, now());
    if (await recorder.record(run, ending, finishedAt, startedAt)) {
      const seconds = (finishedAt.getTime() - run.createdAt.getTime()) / 1000;
      metrics.recordFinished(run.engine, ending.status, seconds);
    }
    this.#deps.onFinished(runId);
  }

  #startOf({ startedAt }: ObservedRun): Date {
    return observedTime(startedAt, this.#deps.now());
  }
}

function completionWithoutResource(
  run: UnfinishedRun,
  why: MissingResource,
  result: RunResult | null,
): RunCompletion {
  if (result !== null)
    return completionOf({ ...run, progress: NO_PROGRESS }, { kind: 'finished', result });
  if (typeof why === 'object') return failedCompletion(why.failure);
  return why === 'cancelled'
    ? completionOf({ ...run, progress: NO_PROGRESS }, { kind: 'cancelled' })
    : failedCompletion(
        `The Run resource of this run was deleted before the run had ended. To run it again, retry it: POST /api/runs/${run.runId}/retry.`,
      );
}
