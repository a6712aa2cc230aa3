import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../prisma/client.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { JobProgress } from '../../runner/domain/runner-job.ts';
import type { Executor } from '../executors/executor.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import type { OutputDatasets } from './output-datasets.ts';
import { endingOf, type RunEnding } from './run-ending.ts';
import { RunMetrics } from './run-metrics.ts';
import { endRun, markRunning, type AttemptId } from './run-writes.ts';

/** A run that is in the database as pending, its spec in the object store. */
export interface LaunchableRun {
  readonly runId: string;
  readonly attempt: number;
  readonly projectId: string;
  readonly engine: Engine;
  readonly graph: GraphDocument;
  readonly timeoutSeconds: number;
  readonly inputBytes: number;
}

export interface SupervisorParts {
  readonly database: Database;
  readonly executor: Executor;
  readonly outputDatasets: OutputDatasets;
  readonly logger: Logger;
  /** Where its metrics go. */
  readonly registry: Registry;
  readonly now: () => Date;
  /** Told of each run that was recorded as failed; it must not throw. */
  readonly onFailed: (runId: string) => void;
}

interface ActiveRun {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  isRunning: boolean;
}

/** How often the end of a run is tried to be written while the database is away: about a minute. */
const WRITE_ATTEMPTS = 9;
const FIRST_PAUSE_MS = 125;

/** Sees runs through: hands them to the executor, and records that they started and how they ended. */
export class RunSupervisor {
  readonly #parts: SupervisorParts;
  readonly #active = new Map<string, ActiveRun>();
  readonly #metrics: RunMetrics;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    this.#metrics = new RunMetrics(parts.registry, () => this.#load());
  }

  /** Executes a run. @returns when its end has been recorded; it never rejects */
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

  /** Settles when a run of this process has ended; undefined when it has none of this id. */
  whenEnded(runId: string): Promise<void> | undefined {
    return this.#active.get(runId)?.ended;
  }

  /** Asks a running run to end. @returns false when no worker of this process executes it */
  cancel(runId: string): boolean {
    const active = this.#active.get(runId);
    if (active?.isRunning !== true) return false;
    active.controller.abort();
    return true;
  }

  /** Waits until every run has been recorded; the executor is to be closed before. */
  async settle(): Promise<void> {
    await Promise.all([...this.#active.values()].map(({ ended }) => ended));
  }

  async #seeThrough(run: LaunchableRun, signal: AbortSignal): Promise<void> {
    // The caller registers the run before anything of it happens.
    await Promise.resolve();
    const { runId, attempt, timeoutSeconds, inputBytes } = run;
    const progress: JobProgress[] = [];
    const begin = performance.now();
    let started = Promise.resolve();
    try {
      const outcome = await this.#parts.executor.run(runId, attempt, {
        timeoutSeconds,
        inputBytes,
        signal,
        onStarted: () => {
          started = this.#recordStart(run);
        },
        onProgress: (step) => progress.push(step),
      });
      await started;
      const ending = endingOf({ runId, graph: run.graph, progress }, outcome);
      await this.record(run, ending);
      this.#metrics.ended(run.engine, ending.status, (performance.now() - begin) / 1000);
    } catch (error) {
      this.#parts.logger.error({ err: error, runId }, 'the end of a run could not be recorded');
    } finally {
      this.#active.delete(runId);
    }
  }

  #load(): { waiting: number; running: number } {
    const running = [...this.#active.values()].filter(({ isRunning }) => isRunning).length;
    return { waiting: this.#active.size - running, running };
  }

  async #recordStart(run: LaunchableRun): Promise<void> {
    const { database, now, logger } = this.#parts;
    const active = this.#active.get(run.runId);
    if (active !== undefined) active.isRunning = true;
    try {
      await markRunning(database, run, now());
    } catch (error) {
      // Its end will be recorded from pending, which is allowed.
      logger.warn({ err: error, runId: run.runId }, 'the start of a run could not be recorded');
    }
  }

  /**
   * Writes how a run ended, and registers the outputs that become datasets. A run that has ended
   * already is left as it is.
   */
  async record(run: LaunchableRun, ending: RunEnding): Promise<void> {
    const { outputDatasets, now } = this.#parts;
    const time = now();
    const registered = ending.outputs.some((output) => output.dataset !== null)
      ? await outputDatasets.prepare(run, ending.outputs)
      : null;
    const logs =
      registered === null ? ending.logs : [...(ending.logs ?? []), ...registered.warnings];
    const isWritten = await this.#write(run, async (database) => {
      if (registered === null) return await endRun(database, run, { ...ending, logs, time });
      return await database.$transaction(async (transaction) => {
        const isEnded = await endRun(transaction, run, { ...ending, logs, time });
        if (isEnded) await registered.insert(transaction);
        return isEnded;
      });
    });
    if (isWritten && ending.status === 'failed') this.#parts.onFailed(run.runId);
  }

  /** Tries a write again while the database is away: a run's end must not be lost to a hiccup. */
  async #write(run: AttemptId, write: (database: Database) => Promise<boolean>): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write(this.#parts.database);
      } catch (error) {
        if (attempt === WRITE_ATTEMPTS) throw error;
        this.#parts.logger.warn({ err: error, runId: run.runId }, 'recording a run is tried again');
        await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }
}
