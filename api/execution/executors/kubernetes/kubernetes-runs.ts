import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { ListWatch } from '../../../../kubernetes/watch/list-watch.ts';
import { paths } from '../../../../kubernetes/resources/paths.ts';
import type { Database } from '../../../../prisma/client.ts';
import { isTerminal } from '../../../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../../../runner/storage/object-store.ts';
import { RunFinishedSubscribers } from '../../record/run-finished-subscribers.ts';
import type { LaunchableRun, RunBackend } from '../../run-backend.ts';
import { RunFinishedListener } from '../../record/run-finished-listener.ts';
import type { RunCompletion } from '../../../domain/runs/run-completion.ts';
import { RunMetrics } from '../../supervise/run-metrics.ts';
import type { RunRecorder } from '../../record/run-recorder.ts';
import { findRunStatuses } from '../../../domain/runs/unfinished-run-store.ts';
import { createKubernetesMetrics } from './kubernetes-metrics.ts';
import type { Cluster } from './cluster/open-cluster.ts';
import { ProjectionQueue } from './project/projection-queue.ts';
import { INSTALLATION_LABEL } from './cluster/resource-labels.ts';
import { reportUnreadable } from './cluster/report-unreadable.ts';
import { RunDispatcher } from './dispatch/run-dispatcher.ts';
import { RunProjector } from './project/run-projector.ts';
import { readObservedRun, type ObservedRun } from './run-resource/run-resource.ts';
import type { MayRead } from './run-resource/run-secrets.ts';
import { RunResources } from './run-resource/run-resources.ts';
import { RunSweeper } from './sweep/run-sweeper.ts';

export interface KubernetesRunsDeps {
  readonly cluster: Cluster;
  readonly database: Database;
  /** For a dedicated LISTEN connection. */
  readonly databaseUrl: string;
  readonly objects: ObjectStore;
  readonly recorder: RunRecorder;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly now: () => Date;
  /** Which variables the connections of runs may use. */
  readonly mayRead: MayRead;
  /** How many attempts a run has. Default: that of its resource. */
  readonly attemptLimit?: number;
  readonly timing?: Partial<KubernetesRunsTiming>;
}

/** Intervals in milliseconds. */
export interface KubernetesRunsTiming {
  /** Between polls for due outbox entries and for finished runs whose notification was lost. */
  readonly pollInterval: number;
  readonly sweepInterval: number;
}

const TIMING: KubernetesRunsTiming = { pollInterval: 2000, sweepInterval: 60_000 };

/**
 * The run backend for a Kubernetes cluster. It creates a Run resource for each run, which the operator
 * executes, and records its status from a watch. Runs outlive this process: any other process on the same
 * database records them.
 */
export class KubernetesRuns implements RunBackend {
  readonly usesOutbox = true;
  readonly executorId = null;
  readonly #deps: KubernetesRunsDeps;
  readonly #timing: KubernetesRunsTiming;
  readonly #waiters = new RunFinishedSubscribers();
  readonly #stopping = new AbortController();
  readonly #watch: ListWatch<ObservedRun>;
  readonly #queue: ProjectionQueue;
  readonly #dispatcher: RunDispatcher;
  readonly #projector: RunProjector;
  readonly #sweeper: RunSweeper;
  readonly #listener: RunFinishedListener;
  #isSynced = false;
  #loops: readonly Promise<void>[] = [];

  constructor(deps: KubernetesRunsDeps) {
    const { cluster, databaseUrl, logger, registry, timing, mayRead, attemptLimit } = deps;
    this.#deps = deps;
    this.#timing = { ...TIMING, ...timing };
    const resources = new RunResources(cluster, this.#stopping.signal, {
      mayRead,
      attemptLimit,
    });
    const metrics = createKubernetesMetrics(registry, (error) => {
      logger.warn({ error }, 'watch of Runs failed, restarting');
    });
    this.#projector = new RunProjector({
      ...deps,
      resources,
      metrics: new RunMetrics(registry, () => this.#load()),
      onFinished: (runId) => {
        this.#queue.recorded(runId);
        this.#waiters.notify(runId);
      },
    });
    this.#queue = new ProjectionQueue({
      projector: this.#projector,
      logger,
      metrics,
      find: (name) => this.#watch.get(name),
      isOwn: (runId) => this.#waiters.get(runId) !== undefined,
    });
    this.#watch = new ListWatch({
      api: cluster.api,
      path: paths.runs(cluster.namespace),
      labelSelector: `${INSTALLATION_LABEL}=${cluster.installation}`,
      transform: readObservedRun,
      onUnreadable: reportUnreadable(logger, 'Run cannot be read and is ignored until it changes'),
      observe: metrics.watch,
      onChange: (name, priority, last) => {
        this.#queue.changed(name, priority, last);
      },
    });
    const end = this.#projector.finishWithoutResource.bind(this.#projector);
    this.#dispatcher = new RunDispatcher({ ...deps, resources, metrics, end });
    this.#sweeper = new RunSweeper({
      ...deps,
      resources,
      seen: () => this.#watch.entries(),
      isSeen: (runId) => this.#watch.get(runId) !== undefined || this.#watch.isUnreadable(runId),
      finishAbsent: (runId) => end(runId, 'absent'),
      signal: this.#stopping.signal,
    });
    this.#listener = new RunFinishedListener({
      databaseUrl,
      logger,
      onFinished: (runId) => {
        this.#waiters.notify(runId);
      },
      onConnected: () => void this.#attempt(() => this.#notifyFinished()),
    });
  }

  /** Begins, whether or not the cluster answers: reading what is recorded needs none. */
  start(): Promise<void> {
    this.#listener.start();
    void this.#watch.start().then(() => (this.#isSynced = true));
    if (this.#loops.length === 0) this.#loops = [this.#poll(), this.#sweep()];
    return Promise.resolve();
  }

  launch(run: LaunchableRun): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    const ended = this.#waiters.wait(run.runId);
    void this.#dispatcher.start(run);
    return ended;
  }

  /** The outbox entry of the run makes a later poll store its spec and dispatch it. */
  postpone({ runId }: LaunchableRun): Promise<void> {
    return this.#stopping.signal.aborted ? Promise.resolve() : this.#waiters.wait(runId);
  }

  async record(run: LaunchableRun, ending: RunCompletion): Promise<void> {
    await this.#deps.recorder.record(run, ending);
  }

  whenFinished(runId: string): Promise<void> | undefined {
    return this.#waiters.get(runId);
  }

  subscribe(runId: string): void {
    if (!this.#stopping.signal.aborted) void this.#waiters.wait(runId);
  }

  /** Cancels a pending or running run. Resolves when the request is stored. */
  cancel(runId: string): Promise<boolean> {
    return this.#dispatcher.cancel(runId);
  }

  /** Resolves all waits and stops. The runs continue in the cluster. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#waiters.release();
    const services = [this.#queue.stop(), this.#watch.stop(), this.#listener.close()];
    await Promise.all([...this.#loops, ...services]);
  }

  async #poll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#attempt(() => this.#dispatcher.dispatchDue());
      await this.#attempt(() => this.#notifyFinished());
      await this.#pause(this.#timing.pollInterval);
    }
  }

  /** Apart from the polls: a sweep that deletes thousands of Runs must not delay runs that are due. */
  async #sweep(): Promise<void> {
    const { pollInterval, sweepInterval } = this.#timing;
    while (!this.#stopping.signal.aborted) {
      const isSynced = this.#isSynced;
      if (isSynced) await this.#attempt(() => this.#sweeper.sweep());
      await this.#pause(isSynced ? sweepInterval : pollInterval);
    }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  /** Notifies waiters of runs whose finish was published while the listener was disconnected. */
  async #notifyFinished(): Promise<void> {
    const { runIds } = this.#waiters;
    const statuses = await findRunStatuses(this.#deps.database, runIds);
    for (const runId of runIds) {
      const status = statuses.get(runId);
      // A run without a row was deleted: no process will publish its finish.
      if (status === undefined || isTerminal(status)) this.#waiters.notify(runId);
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      // The next poll retries it.
      this.#deps.logger.warn({ err: error }, 'what was left of runs could not be looked for');
    }
  }

  #load(): { waiting: number; running: number } {
    const live = [...this.#watch.entries()].filter(
      ([, run]) => !run.isRecorded && run.end === null,
    );
    const running = live.filter(([, { isRunning }]) => isRunning).length;
    return { waiting: live.length - running, running };
  }
}
