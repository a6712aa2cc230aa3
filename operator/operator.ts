import type { KubeConfig } from '@kubernetes/client-node';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { OperatorConfig } from './config.ts';
import { EventRecorder } from './events/event-recorder.ts';
import { failpoint } from './failpoint.ts';
import { startHealthServer } from './health-server.ts';
import { KubeApi } from '../kubernetes/client/kube-api.ts';
import { LeaderElection, leaseTiming } from './leader-election.ts';
import { createOperatorMetrics } from './metrics.ts';
import { serveRuns } from './run/serve-runs.ts';
import { serveSchedules } from './schedule/serve-schedules.ts';
import type { ControllerContext } from './controller/resource-controller.ts';

/** Logs the first failed attempt at the lease, then about one a minute. */
const FAILURES_PER_LINE = 20;

export interface Operator {
  /** Port of the health endpoints. */
  readonly port: number;
  /** Resolves when the process has lost the leader election: it must exit. */
  readonly lost: Promise<void>;
  /** Waits for running reconciles and releases the Lease. */
  stop(): Promise<void>;
}

/**
 * Starts the controllers of Runs and Schedules. Caches and health endpoints start immediately, workers once
 * this process is the leader; it resolves then.
 * @throws AbortError when the signal aborts before
 */
export async function startOperator(
  config: OperatorConfig,
  kubeConfig: KubeConfig,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<Operator> {
  const metrics = createOperatorMetrics();
  const api = new KubeApi(kubeConfig, metrics.request);
  const now = (): Date => new Date();
  const onStep = failpoint(config.failpoint);
  const events = new EventRecorder({
    api,
    now,
    onStep,
    onDropped: ({ kind, name, reason }, error) => {
      logger.warn({ kind, name, reason, err: error }, 'event dropped');
    },
  });
  const context: ControllerContext = { api, config, metrics, logger, events, now, onStep };
  const schedules = serveSchedules(context);
  const runs = serveRuns(context, (schedule, time) => schedules.cache.waitingFor(schedule, time));
  const controllers = [runs, schedules];
  // On connections of its own: renewals must not queue behind reconciles.
  const leaseApi = new KubeApi(kubeConfig, metrics.request);
  const election = elect(leaseApi, config, logger);
  const health = await startHealthServer({
    port: config.port,
    registry: metrics.registry,
    logger,
    isLive: () => controllers.every((controller) => controller.isLive()),
    // Without the definition of Schedule, Runs are still reconciled.
    isReady: () => runs.isCurrent() && (!config.isElected || election.hasLeader()),
  });
  const stopping = new AbortController();
  metrics.leading(config.leaseName, false);
  for (const controller of controllers) controller.startCaches();
  if (config.isElected) await election.acquire(signal);
  for (const controller of controllers) controller.startWorkers();
  metrics.leading(config.leaseName, true);
  logger.info({ namespace: config.namespace }, 'leading');
  return {
    port: (health.address() as AddressInfo).port,
    lost: config.isElected ? election.hold(stopping.signal) : new Promise(() => undefined),
    stop: async () => {
      stopping.abort();
      await Promise.all(controllers.map((controller) => controller.stop()));
      await events.stop();
      if (config.isElected) await release(election, logger);
      health.close();
      health.closeAllConnections();
      await Promise.all([api.close(), leaseApi.close()]);
    },
  };
}

/** Lets a standby take over now. If that fails, it takes over when the lease expires. */
async function release(election: LeaderElection, logger: Logger): Promise<void> {
  try {
    await election.release();
  } catch (error) {
    logger.warn({ err: error }, 'lease not released: a standby takes over when it expires');
  }
}

function elect(api: KubeApi, config: OperatorConfig, logger: Logger): LeaderElection {
  return new LeaderElection({
    api,
    namespace: config.namespace,
    name: config.leaseName,
    identity: config.identity,
    timing: leaseTiming(config.leaseSeconds),
    onFailure: (error, failures) => {
      if (failures % FAILURES_PER_LINE !== 1) return;
      logger.warn(
        { lease: config.leaseName, failures, err: error },
        'lease could not be read or renewed, retrying',
      );
    },
  });
}
