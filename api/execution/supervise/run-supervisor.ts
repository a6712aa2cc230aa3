import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Database } from '../../../prisma/client.ts';
import type { Executor } from '../executors/executor.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import type { LiveProgress } from './live-progress.ts';
import type { LaunchableRun, RunBackend } from '../run-backend.ts';
import {
  completionOf,
  failedCompletion,
  type RunCompletion,
} from '../../domain/runs/run-completion.ts';
import type { LivenessLock } from '../recover/liveness-lock.ts';
import { RunMetrics } from './run-metrics.ts';
import type { RunRecorder } from '../record/run-recorder.ts';
import { logStart } from '../record/run-log.ts';
import { recoverRuns, type Recovery } from '../recover/recover-runs.ts';
import { DeferredStart } from './deferred-start.ts';
import { markRunning } from '../../domain/runs/run-lifecycle-store.ts';
import { NO_PROGRESS } from '../../domain/runs/stopped-node-results.ts';

export interface SupervisorDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly executor: Pick<Executor, 'run'>;
  readonly recorder: RunRecorder;
  /** Shows that this process lives, from the start until the last run is recorded. */
  readonly livenessLock: LivenessLock;
  /** Told what its runs tell. */
  readonly progress: LiveProgress;
  readonly logger: Logger;
  /** Where its metrics go. */
  readonly registry: Registry;
  readonly now: () => Date;
}

interface ActiveRun {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  isRunning: boolean;
}

/** Sees runs of this process through: hands them to the executor, records that they started and how they ended. */
export class RunSupervisor implements RunBackend {
  readonly usesOutbox = false;
  readonly executorId: string;
  readonly #deps: SupervisorDeps;
  readonly #active = new Map<string, ActiveRun>();
  readonly #metrics: RunMetrics;
  readonly #stopping = new AbortController();
  #recovery: Recovery = { settled: Promise.resolve() };

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
    this.executorId = deps.livenessLock.id;
    this.#metrics = new RunMetrics(deps.registry, () => this.#load());
  }

  async start(): Promise<void> {
    const { database, objects, logger, livenessLock } = this.#deps;
    await livenessLock.open();
    const signal = this.#stopping.signal;
    this.#recovery = await recoverRuns({ database, objects, backend: this, logger, signal });
  }

  launch(run: LaunchableRun): Promise<void> {
    const controller = new AbortController();
    const active: ActiveRun = {
      controller,
      isRunning: false,
      ended: this.#seeThrough(run, controller.signal),
    };
    this.#active.set(run.runId, active);
    return active.ended;
  }

  whenFinished(runId: string): Promise<void> | undefined {
    return this.#active.get(runId)?.ended;
  }

  /** Nobody notifies of runs of another service on the same database: they are polled. */
  subscribe(): void {
    // Nothing to ask for.
  }

  /** @returns false when no worker of this process executes it */
  cancel(runId: string): Promise<boolean> {
    const active = this.#active.get(runId);
    if (active?.isRunning !== true) return Promise.resolve(false);
    active.controller.abort();
    return Promise.resolve(true);
  }

  /** Waits until every run that had begun has been recorded. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery.settled;
    await Promise.all([...this.#active.values()].map(({ ended }) => ended));
    await this.#deps.livenessLock.close();
  }

  async #seeThrough(run: LaunchableRun, signal: AbortSignal): Promise<void> {
    // The caller registers the run before anything of it happens.
    await Promise.resolve();
    const { runId, attempt, timeoutSeconds, inputBytes } = run;
    const { progress } = this.#deps;
    progress.add(run);
    const begin = performance.now();
    let start: DeferredStart | undefined;
    try {
      const outcome = await this.#deps.executor.run(runId, attempt, {
        timeoutSeconds,
        inputBytes,
        signal,
        onStarted: () => {
          start = this.#begin(run);
        },
        onProgress: (step) => {
          progress.report(runId, step);
        },
      });
      await start?.flush();
      if (outcome.kind === 'stopped' && start === undefined) {
        // It stays pending: the next process that starts on this database takes it over.
        this.#deps.logger.info({ runId }, 'a run stays pending while the server is stopped');
        return;
      }
      const known = (await progress.read(run)) ?? NO_PROGRESS;
      const ending = completionOf({ runId, graph: run.graph, progress: known }, outcome);
      await this.#deps.recorder.record(run, ending, this.#deps.now(), start?.time);
      this.#metrics.recordFinished(run.engine, ending.status, (performance.now() - begin) / 1000);
    } catch (error) {
      this.#notRecorded(runId, error);
    } finally {
      this.#active.delete(runId);
      progress.remove(runId);
    }
  }

  #notRecorded(runId: string, error: unknown): void {
    this.#deps.logger.error({ err: error, runId }, 'the end of a run could not be recorded');
  }

  #load(): { waiting: number; running: number } {
    const running = [...this.#active.values()].filter(({ isRunning }) => isRunning).length;
    return { waiting: this.#active.size - running, running };
  }

  #begin(run: LaunchableRun): DeferredStart {
    const active = this.#active.get(run.runId);
    if (active !== undefined) active.isRunning = true;
    logStart(this.#deps.logger, run);
    return new DeferredStart(this.#deps.now(), (time) => this.#recordStart(run, time));
  }

  async #recordStart(run: LaunchableRun, time: Date): Promise<void> {
    const { database, logger, progress } = this.#deps;
    try {
      await markRunning(database, run, time);
      progress.notify(run.runId);
    } catch (error) {
      // Its end will be recorded from pending, which is allowed.
      logger.warn({ err: error, runId: run.runId }, 'the start of a run could not be recorded');
    }
  }

  async postpone(run: LaunchableRun): Promise<void> {
    const reason = 'The run could not be prepared: the file store did not answer. Retry it.';
    try {
      await this.record(run, failedCompletion(reason));
    } catch (error) {
      // Nobody may wait for it. The next start takes it over.
      this.#notRecorded(run.runId, error);
    }
  }

  async record(run: LaunchableRun, ending: RunCompletion): Promise<void> {
    await this.#deps.recorder.record(run, ending);
  }
}
