import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { logFinish, type LoggedRun } from './run-log.ts';
import type { OutputDatasets } from './output-datasets.ts';
import { advanceWatermarks } from '../../domain/watermarks/advance-store.ts';
import type { RunCompletion } from '../../domain/runs/run-completion.ts';
import {
  appendLogs,
  finishRun,
  type AttemptId,
  type TimedCompletion,
} from '../../domain/runs/run-lifecycle-store.ts';

export interface RecorderDeps {
  readonly database: Database;
  readonly outputDatasets: OutputDatasets;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called for each run that is recorded as failed; it must not throw. */
  readonly onFailed: (runId: string) => void;
  /** Called for each run whose outcome is recorded; it must not throw. */
  readonly onFinished?: (runId: string) => void;
  /** How often the recorder attempts to write an outcome. */
  readonly maxAttempts: number;
  /** The backoff doubles up to this. Default: ten seconds. */
  readonly maxBackoffMs?: number;
  /** Once it is aborted, there is at most one more attempt. */
  readonly stopping?: AbortSignal;
  /** Whether outcomes are published to other processes. */
  readonly publishes: boolean;
}

const MIN_BACKOFF_MS = 125;
const MAX_BACKOFF_MS = 10_000;

/** Records the outcomes of runs, and registers the outputs that become datasets. */
export class RunRecorder {
  readonly #deps: RecorderDeps;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  /**
   * Records the outcome of an attempt.
   * @param time when it finished
   * @param startedAt when it started, where that is not recorded yet
   * @returns false when another outcome is recorded already, which stays
   */
  async record(
    run: AttemptId & LoggedRun,
    completion: RunCompletion,
    time = this.#deps.now(),
    startedAt?: Date,
  ): Promise<boolean> {
    const { logger, publishes, onFinished, onFailed } = this.#deps;
    const timed = { ...completion, time, startedAt, isPublished: publishes };
    const isWritten = await this.#persist(run, timed);
    if (!isWritten) return false;
    logFinish(logger, run, timed);
    onFinished?.(run.runId);
    if (completion.status === 'failed') onFailed(run.runId);
    return true;
  }

  /**
   * Retries while the database is unavailable, and after a concurrent change, such as the deletion of
   * the project of an output dataset: neither may lose the outcome of a run.
   */
  async #persist(run: AttemptId, completion: TimedCompletion): Promise<boolean> {
    const { maxAttempts, maxBackoffMs = MAX_BACKOFF_MS, stopping: signal } = this.#deps;
    const { runId } = run;
    let backoffMs = Math.min(maxBackoffMs, MIN_BACKOFF_MS);
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === maxAttempts || signal?.aborted === true;
      try {
        return await this.#write(run, completion);
      } catch (error) {
        if (isLast) throw error;
        this.#deps.logger.warn(
          { err: error, runId, attempt },
          'failed to record the outcome of a run: retrying',
        );
      }
      await wait(backoffMs, undefined, { signal }).catch(() => undefined);
      backoffMs = Math.min(maxBackoffMs, backoffMs * 2);
    }
  }

  async #write(run: AttemptId, completion: TimedCompletion): Promise<boolean> {
    const { database, outputDatasets } = this.#deps;
    const { outputs, watermarks = [] } = completion;
    if (outputs.every(({ dataset }) => dataset === null) && watermarks.length === 0) {
      return await finishRun(database, run, completion);
    }
    const prepared = await outputDatasets.prepare(run.runId, outputs);
    const logs = [...completion.logs, ...prepared.warnings];
    const isWritten = await database.$transaction(async (transaction) => {
      const isFinished = await finishRun(transaction, run, { ...completion, logs });
      if (!isFinished) return false;
      const warnings = [
        ...(await prepared.insert(transaction)),
        ...(await advanceWatermarks(transaction, { ...run, ...completion }, watermarks)),
      ];
      if (warnings.length > 0) await appendLogs(transaction, run.runId, warnings);
      return true;
    }, TRANSACTION);
    await prepared.discard(isWritten);
    return isWritten;
  }
}
