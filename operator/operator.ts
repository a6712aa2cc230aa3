import type { KubeConfig } from '@kubernetes/client-node';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { OperatorConfig } from './config.ts';
import { failpoint } from './failpoint.ts';
import { startHealthServer } from './health-server.ts';
import { isConflict } from './kube/kube-api-error.ts';
import { KubeApi } from './kube/kube-api.ts';
import { LeaderElection } from './kube/lease.ts';
import { WorkQueue } from './kube/work-queue.ts';
import { createOperatorMetrics } from './metrics.ts';
import { Progress } from './progress.ts';
import { ClusterView } from './run/cluster-view.ts';
import { EventQueue } from './run/event-queue.ts';
import { RunController } from './run/run-controller.ts';

export interface Operator {
  /** Port of the health endpoints. */
  readonly port: number;
  /** Settles when leadership was lost: the process must end then. */
  readonly lost: Promise<void>;
  /** Ends what is under way and gives the Lease back. */
  stop(): Promise<void>;
}

/**
 * Starts serving Runs: its caches fill and its health endpoints answer at once, its work begins when
 * it leads. Settles then; rejects when aborted before.
 */
export async function startOperator(
  config: OperatorConfig,
  kubeConfig: KubeConfig,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<Operator> {
  const metrics = createOperatorMetrics();
  const api = new KubeApi(kubeConfig, metrics.request);
  const progress = new Progress(() => performance.now());
  const queue = new WorkQueue({
    workers: config.workers,
    observe: metrics.queue,
    handle: async (run) => {
      if (canJudge(run)) await progress.track(() => measured(run));
    },
    onError: (run, error, failures) => {
      // Somebody else wrote first, which is the ordinary course of things.
      if (!isConflict(error)) logger.warn({ run, failures, err: error }, 'to be tried again');
    },
  });
  let isLeading = false;
  let isSynced = false;
  const view = new ClusterView({
    api,
    namespace: config.namespace,
    observe: (resource) => metrics.watch(resource),
    onChange: (run, priority) => {
      if (isLeading && canJudge(run)) queue.add(run, isNew(run) ? 'urgent' : priority);
    },
  });
  metrics.runs(() => view.runs());
  metrics.workers(config.workers, () => progress.underWay());
  const onStep = failpoint(config.failpoint);
  const now = (): Date => new Date();
  const events = new EventQueue({
    ...{ api, onStep, now },
    onLost: (run, error) => {
      logger.warn({ run, err: error }, 'event not recorded');
    },
  });
  const runs = new RunController({
    ...{ api, view, onStep, now },
    settings: config.jobs,
    retention: config.retention,
    recheck: (run, afterMs) => {
      queue.addAfter(run, afterMs);
    },
    tell: (run) => {
      events.add(run);
    },
  });
  // Somebody waits for its Job; what is told of others may be told a moment later.
  const isNew = (run: string): boolean =>
    view.run(run)?.status.phase === undefined && view.jobsOf(run).length === 0;
  // Until Jobs and pods are in sight only a Run that nobody has looked at can be judged.
  const canJudge = (run: string): boolean => isSynced || view.run(run)?.status.phase === undefined;
  const measured = async (run: string): Promise<void> => {
    const started = performance.now();
    let result: 'success' | 'error' = 'error';
    try {
      await runs.reconcile(run);
      result = 'success';
    } finally {
      metrics.reconciled(result, (performance.now() - started) / 1000);
    }
  };
  const addAll = (): void => {
    for (const { name } of view.runs()) queue.add(name, 'background');
  };
  const health = await startHealthServer({
    port: config.port,
    registry: metrics.registry,
    isLive: () => progress.isLive(),
    isReady: () => isSynced,
  });
  const stopping = new AbortController();
  const election = new LeaderElection({
    api,
    namespace: config.namespace,
    name: config.leaseName,
    identity: config.identity,
  });
  void view.start().then(() => {
    isSynced = true;
    if (isLeading) addAll();
  });
  if (config.isElected) await election.acquire(signal);
  isLeading = true;
  metrics.leading(config.leaseName, true);
  addAll();
  logger.info({ namespace: config.namespace }, 'leading');
  return {
    port: (health.address() as AddressInfo).port,
    lost: config.isElected ? election.hold(stopping.signal) : new Promise(() => undefined),
    stop: async () => {
      isLeading = false;
      stopping.abort();
      await queue.stop();
      await events.stop();
      await view.stop();
      if (config.isElected) await election.release().catch(() => undefined);
      health.close();
      health.closeAllConnections();
      await api.close();
    },
  };
}
