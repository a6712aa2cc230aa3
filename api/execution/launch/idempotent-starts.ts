import { gone } from '../../domain/errors.ts';
import { IdempotencyKeyTakenError, type LaunchedRun } from './run-launcher.ts';
import type { StoredKey } from '../../domain/runs/idempotency-key.ts';
import type { IdempotencyStore, KeyedRun } from '../../domain/runs/idempotency-store.ts';
import { waitForAny } from '../wait-for-any.ts';
import type { RunOrigin } from './prepare-run.ts';
import type { RunService } from './run-service.ts';

/** A run that this request or an earlier one with the same key started. */
export interface StartedRun {
  readonly runId: string;
  /**
   * Waits until the run has finished or is gone, or this process stops. The signal ends the wait for a
   * run that an earlier request started.
   */
  waitUntilFinished(signal: AbortSignal): Promise<void>;
}

/** Launches a run with this key. */
export type Launch = (origin: Pick<RunOrigin, 'idempotencyKey'>) => Promise<LaunchedRun>;

/** The poll interval for runs that another process executes. */
const POLL_MS = 250;

/** Starts at most one run for each idempotency key of a flow. */
export class IdempotentStarts {
  readonly #runs: Pick<RunService, 'watch'>;
  readonly #keys: IdempotencyStore;
  readonly #stopping: AbortSignal;

  /** @param stopping aborts all waits when this process stops */
  constructor(runs: Pick<RunService, 'watch'>, keys: IdempotencyStore, stopping: AbortSignal) {
    this.#runs = runs;
    this.#keys = keys;
    this.#stopping = stopping;
  }

  /**
   * Returns the run of the key, or launches one.
   * @param key null: always a new run
   * @throws DomainError gone when retention has removed that run; the errors of `launch`
   */
  async start(flowId: string, key: StoredKey | null, launch: Launch): Promise<StartedRun> {
    if (key === null) return toStartedRun(await launch({}));
    const known = await this.#keys.findRun(flowId, key);
    if (known !== null) return this.#known(known);
    try {
      return toStartedRun(await launch({ idempotencyKey: key }));
    } catch (error) {
      if (!(error instanceof IdempotencyKeyTakenError)) throw error;
      const other = await this.#keys.findRun(flowId, key);
      // Null only when the flow was deleted concurrently, which `launch` reports.
      return other === null ? toStartedRun(await launch({})) : this.#known(other);
    }
  }

  /** @throws DomainError gone when the run was removed: a repeated request never starts another */
  #known({ runId, removed }: KeyedRun): StartedRun {
    if (removed === null) {
      return { runId, waitUntilFinished: (signal) => this.#waitFor(runId, signal) };
    }
    const { status, finishedAt } = removed;
    const time = finishedAt === null ? '' : ` at ${finishedAt.toISOString()}`;
    throw gone(
      `The run '${runId}' of this Idempotency-Key ended${time} with status ${status} and has been removed since. Send another key to run the flow again`,
    );
  }

  async #waitFor(runId: string, signal: AbortSignal): Promise<void> {
    const watch = await this.#runs.watch(runId);
    const stop = AbortSignal.any([signal, this.#stopping]);
    while (!stop.aborted && (await watch.finishedRun()) === null) {
      await waitForAny([watch.whenFinished()], POLL_MS, stop);
    }
    // A process that stops records the outcome of its own runs: a repeated request answers with it too.
    if (!signal.aborted) await watch.whenFinished();
  }
}

function toStartedRun({ runId, finished }: LaunchedRun): StartedRun {
  return { runId, waitUntilFinished: () => finished };
}
