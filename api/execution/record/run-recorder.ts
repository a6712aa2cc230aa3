import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { logFinish, type LoggedRun } from './run-log.ts';
import type { OutputDatasets } from './output-datasets.ts';
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
  /** Told of each run that was recorded as failed; it must not throw. */
  readonly onFailed: (runId: string) => void;
  /** Told of each run whose end was recorded; it must not throw. */
  readonly onFinished?: (runId: string) => void;
  /** How often the end of a run is tried to be written while the database is away. */
  readonly maxAttempts: number;
  /** The longest pause between two tries: pauses double up to it. Default: ten seconds. */
  readonly maxBackoffMs?: number;
  /** When it is aborted, there is one more try at most. */
  readonly stopping?: AbortSignal;
  /** Whether the ends are told to other processes. */
  readonly publishes: boolean;
}

const FIRST_PAUSE_MS = 125;
const LONGEST_PAUSE_MS = 10_000;

/** Writes down how runs ended, and registers the outputs that become datasets. */
export class RunRecorder {
  readonly #deps: RecorderDeps;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  /**
   * @param time when it ended
   * @param startedAt when it began, where that was not written before
   * @returns false when the run had ended already, which is left as it is
   */
  async record(
    run: AttemptId & LoggedRun,
    ending: RunCompletion,
    time = this.#deps.now(),
    startedAt?: Date,
  ): Promise<boolean> {
    const { publishes } = this.#deps;
    const isWritten = await this.#persist(run, {
      ...ending,
      time,
      startedAt,
      isPublished: publishes,
    });
    if (isWritten) logFinish(this.#deps.logger, run, { ...ending, time, startedAt });
    if (isWritten) this.#deps.onFinished?.(run.runId);
    if (isWritten && ending.status === 'failed') this.#deps.onFailed(run.runId);
    return isWritten;
  }

  /**
   * Tries again while the database is away, and when what the end was written for has changed, as when
   * the project is gone that its datasets were for: a run's end must not be lost to either.
   */
  async #persist(run: AttemptId, ending: TimedCompletion): Promise<boolean> {
    const { maxAttempts, maxBackoffMs = LONGEST_PAUSE_MS, stopping: signal } = this.#deps;
    const { runId } = run;
    let pauseMs = Math.min(maxBackoffMs, FIRST_PAUSE_MS);
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === maxAttempts || signal?.aborted === true;
      try {
        return await this.#write(run, ending);
      } catch (error) {
        if (isLast) throw error;
        this.#deps.logger.warn({ err: error, runId, attempt }, 'recording a run is tried again');
      }
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(maxBackoffMs, pauseMs * 2);
    }
  }

  async #write(run: AttemptId, ending: TimedCompletion): Promise<boolean> {
    const { database, outputDatasets } = this.#deps;
    if (ending.outputs.every(({ dataset }) => dataset === null)) {
      return await finishRun(database, run, ending);
    }
    const prepared = await outputDatasets.prepare(run.runId, ending.outputs);
    const logs = [...ending.logs, ...prepared.warnings];
    const isWritten = await database.$transaction(async (transaction) => {
      const isEnded = await finishRun(transaction, run, { ...ending, logs });
      if (!isEnded) return false;
      const late = await prepared.insert(transaction);
      if (late.length > 0) await appendLogs(transaction, run.runId, late);
      return true;
    }, TRANSACTION);
    await prepared.discard();
    return isWritten;
  }
}
