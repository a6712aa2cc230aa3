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

/** Of an election that goes on failing the first failure is logged, then about one a minute. */
const FAILURES_PER_LINE = 20;

export interface Operator {
  /** Port of the health endpoints. */
  readonly port: number;
  /** Settles when leadership was lost: the process must end then. */
  readonly lost: Promise<void>;
  /** Ends what is under way and gives the Lease back. */
  stop(): Promise<void>;
}

/**
 * Starts serving Runs and Schedules: its caches fill and its health endpoints answer at once, its work
 * begins when it leads. Settles then; rejects when aborted before.
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
    onLost: ({ kind, name, reason }, error) => {
      logger.warn({ kind, name, reason, err: error }, 'event not recorded');
    },
  });
  const context: ControllerContext = { api, config, metrics, logger, events, now, onStep };
  const schedules = serveSchedules(context);
  const runs = serveRuns(context, (schedule, time) => schedules.cache.waitingFor(schedule, time));
  const controllers = [runs, schedules];
  // Over connections of its own: the lease must not wait until those of the work are free.
  const leaseApi = new KubeApi(kubeConfig, metrics.request);
  const election = elect(leaseApi, config, logger);
  const health = await startHealthServer({
    port: config.port,
    registry: metrics.registry,
    logger,
    isLive: () => controllers.every((controller) => controller.isLive()),
    // Runs go on where Schedules cannot be served, such as without their definition.
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

/** Whoever stands by takes over at once, or else when the lease has lapsed. */
async function release(election: LeaderElection, logger: Logger): Promise<void> {
  try {
    await election.release();
  } catch (error) {
    logger.warn({ err: error }, 'the lease could not be given back: it lapses');
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
        'the lease of the leader could not be read or written: tried again',
      );
    },
  });
}
