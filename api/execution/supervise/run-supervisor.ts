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
  /** Held from the start until the last run is recorded. */
  readonly livenessLock: LivenessLock;
  /** Receives the progress of its runs. */
  readonly progress: LiveProgress;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly now: () => Date;
}

interface ActiveRun {
  readonly controller: AbortController;
  readonly finished: Promise<void>;
  isRunning: boolean;
}

/** Supervises the runs of this process: passes them to the executor, records their starts and outcomes. */
export class RunSupervisor implements RunBackend {
  readonly usesOutbox = false;
  readonly executorId: string;
  readonly #deps: SupervisorDeps;
  readonly #active = new Map<string, ActiveRun>();
  readonly #metrics: RunMetrics;
  readonly #stopping = new AbortController();
  #recovery: Recovery = { finished: Promise.resolve() };

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
      finished: this.#supervise(run, controller.signal),
    };
    this.#active.set(run.runId, active);
    return active.finished;
  }

  whenFinished(runId: string): Promise<void> | undefined {
    return this.#active.get(runId)?.finished;
  }

  /** Services on the same database do not notify each other: their runs are polled. */
  subscribe(): void {
    // Nothing to subscribe to.
  }

  /** @returns false when no runner of this process executes it */
  cancel(runId: string): Promise<boolean> {
    const active = this.#active.get(runId);
    if (active?.isRunning !== true) return Promise.resolve(false);
    active.controller.abort();
    return Promise.resolve(true);
  }

  /** Waits until every started run is recorded. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery.finished;
    await Promise.all([...this.#active.values()].map(({ finished }) => finished));
    await this.#deps.livenessLock.close();
  }

  async #supervise(run: LaunchableRun, signal: AbortSignal): Promise<void> {
    // `launch` registers the run first.
    await Promise.resolve();
    const { runId, attempt, timeoutSeconds, inputBytes } = run;
    const { progress } = this.#deps;
    progress.add(run);
    const launchedAt = performance.now();
    let start: DeferredStart | undefined;
    try {
      const outcome = await this.#deps.executor.run(runId, attempt, {
        timeoutSeconds,
        inputBytes,
        signal,
        onStarted: () => {
          start = this.#start(run);
        },
        onProgress: (step) => {
          progress.report(runId, step);
        },
      });
      await start?.flush();
      if (outcome.kind === 'stopped' && start === undefined) {
        // The next process that starts on this database claims it.
        this.#deps.logger.info({ runId }, 'run stays pending until the server starts again');
        return;
      }
      const known = (await progress.read(run)) ?? NO_PROGRESS;
      const completion = completionOf({ runId, graph: run.graph, progress: known }, outcome);
      await this.#deps.recorder.record(run, completion, this.#deps.now(), start?.time);
      const seconds = (performance.now() - launchedAt) / 1000;
      this.#metrics.recordFinished(run.engine, completion.status, seconds);
    } catch (error) {
      this.#logUnrecorded(runId, error);
    } finally {
      this.#active.delete(runId);
      progress.remove(runId);
    }
  }

  #logUnrecorded(runId: string, error: unknown): void {
    const message =
      'failed to record the outcome of a run: the next start of the server recovers it';
    this.#deps.logger.error({ err: error, runId }, message);
  }

  #load(): { waiting: number; running: number } {
    const running = [...this.#active.values()].filter(({ isRunning }) => isRunning).length;
    return { waiting: this.#active.size - running, running };
  }

  #start(run: LaunchableRun): DeferredStart {
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
      // The outcome can be recorded from pending too.
      const message = 'failed to record the start of a run: its outcome will be recorded';
      logger.warn({ err: error, runId: run.runId }, message);
    }
  }

  async postpone(run: LaunchableRun): Promise<void> {
    const reason = 'The run could not be prepared: the file store did not answer. Retry it.';
    try {
      await this.record(run, failedCompletion(reason));
    } catch (error) {
      // A rejection without a waiter would crash the process. The next start recovers the run.
      this.#logUnrecorded(run.runId, error);
    }
  }

  async record(run: LaunchableRun, completion: RunCompletion): Promise<void> {
    await this.#deps.recorder.record(run, completion);
  }
}
