import { gone } from '../../domain/errors.ts';
import { IdempotencyKeyTakenError, type LaunchedRun } from './run-launcher.ts';
import type { StoredKey } from '../../domain/runs/idempotency-key.ts';
import type { IdempotencyStore, KeyedRun } from '../../domain/runs/idempotency-store.ts';
import { pauseOrEnd } from './pause-or-end.ts';
import type { RunOrigin } from './prepare-run.ts';
import type { RunService } from './run-service.ts';

/** A run that a request started, or that an earlier request with the same key did. */
export interface StartedRun {
  readonly runId: string;
  /**
   * Waits for its end, or until it is gone or this process stops. The signal ends the wait for a run
   * that an earlier request started.
   */
  ended(signal: AbortSignal): Promise<void>;
}

/** Launches a run whose origin has this part. */
export type Launch = (part: Pick<RunOrigin, 'idempotencyKey'>) => Promise<LaunchedRun>;

/** How often the end of a run that another process executes is polled. */
const POLL_MS = 250;

/** Starts runs, at most one for each idempotency key of a flow. */
export class IdempotentStarts {
  readonly #runs: Pick<RunService, 'watch'>;
  readonly #keys: IdempotencyStore;
  readonly #stopping: AbortSignal;

  /** @param stopping aborts when this process ends its waits for runs */
  constructor(runs: Pick<RunService, 'watch'>, keys: IdempotencyStore, stopping: AbortSignal) {
    this.#runs = runs;
    this.#keys = keys;
    this.#stopping = stopping;
  }

  /**
   * The run that the key stands for, else the one that `launch` starts.
   * @param key null: always a new run
   * @throws DomainError gone when that run was removed by retention; whatever `launch` throws
   */
  async start(flowId: string, key: StoredKey | null, launch: Launch): Promise<StartedRun> {
    if (key === null) return launchedNow(await launch({}));
    const known = await this.#keys.findRun(flowId, key);
    if (known !== null) return this.#known(known);
    try {
      return launchedNow(await launch({ idempotencyKey: key }));
    } catch (error) {
      if (!(error instanceof IdempotencyKeyTakenError)) throw error;
      const other = await this.#keys.findRun(flowId, key);
      // Null only when the flow was deleted just now, which the launch reports.
      return other === null ? launchedNow(await launch({})) : this.#known(other);
    }
  }

  /** @throws DomainError gone when the run was removed: a repeat never starts another */
  #known({ runId, removed }: KeyedRun): StartedRun {
    if (removed === null) return { runId, ended: (signal) => this.#endOf(runId, signal) };
    const { status, finishedAt } = removed;
    const time = finishedAt === null ? '' : ` at ${finishedAt.toISOString()}`;
    throw gone(
      `The run '${runId}' of this Idempotency-Key ended${time} with status ${status} and has been removed since. Send another key to run the flow again`,
    );
  }

  async #endOf(runId: string, signal: AbortSignal): Promise<void> {
    const watch = await this.#runs.watch(runId);
    const over = AbortSignal.any([signal, this.#stopping]);
    while (!over.aborted && (await watch.finishedRun()) === null) {
      await pauseOrEnd(watch, POLL_MS, over);
    }
    // This process stops its own runs and records their end: a repeat answers that, as the first request does.
    if (!signal.aborted) await watch.whenFinished();
  }
}

function launchedNow({ runId, finished }: LaunchedRun): StartedRun {
  return { runId, ended: () => finished };
}
