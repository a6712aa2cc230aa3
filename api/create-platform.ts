import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Logger } from 'pino';
import { createPrismaClient, type Database } from '../prisma/client.ts';
import type { Config } from './config/config.ts';
import type { Cluster } from './execution/executors/kubernetes/cluster/open-cluster.ts';
import { LocalExecutor } from './execution/executors/local/local-executor.ts';
import { createSettingsService } from './domain/settings/service.ts';
import { createSettingsStore } from './domain/settings/store.ts';
import { createMetrics } from './metrics.ts';
import { openNotifications } from './notifications/open-notifications.ts';
import { openObjectStore } from './object-store/open-object-store.ts';
import type { Platform } from './platform.ts';
import { runnerCommand } from './runner-command.ts';
import { openTracing } from './telemetry/open-tracing.ts';

/**
 * Builds what every feature is made of. What must be closed goes onto `parts`.
 * @throws Error when the cluster of the configuration cannot be had
 */
export async function createPlatform(
  config: Config,
  logger: Logger,
  databaseUrl: string,
  parts: AsyncDisposableStack,
): Promise<Platform> {
  const spans = await openTracing(config, logger);
  if (spans !== null) parts.defer(() => spans.close());
  const database = parts.adopt(
    createPrismaClient(databaseUrl, { poolSize: config.databasePoolSize }),
    (it) => it.$disconnect(),
  );
  const now = (): Date => new Date();
  const notifications = parts.adopt(openNotifications(config, { database, logger, now }), (it) =>
    it.close(),
  );
  const objects = parts.adopt(openObjectStore(config), (it) => {
    it.close();
  });
  const executor = parts.adopt(
    new LocalExecutor({
      command: {
        ...runnerCommand(config, process.env),
        onDiagnostics: (text) => {
          logger.warn({ text }, 'a runner wrote to stderr');
        },
      },
      maxConcurrentRuns: runsHere(config),
    }),
    (it) => it.close(),
  );
  const settings = createSettingsService({
    store: createSettingsStore(database),
    fromEnvironment: config.settings,
    isCluster: config.executor === 'kubernetes',
  });
  return {
    config,
    database,
    databaseUrl,
    objects,
    executor,
    cluster: await clusterOf(config, database, parts),
    settings,
    logger,
    metrics: createMetrics(),
    spans,
    notifications,
    now,
    newId: randomUUID,
  };
}

/** How many runs are executed beside this process. */
function runsHere({ executor, maxConcurrentRuns }: Config): number {
  if (executor !== 'local') return 0;
  // While this process records one run's end, its core is another run's.
  return maxConcurrentRuns || os.availableParallelism() + 1;
}

async function clusterOf(
  config: Config,
  database: Database,
  parts: AsyncDisposableStack,
): Promise<Cluster | null> {
  if (config.executor !== 'kubernetes') return null;
  // Loaded only here: a service without a cluster needs none of it.
  const { openCluster } = await import('./execution/executors/kubernetes/cluster/open-cluster.ts');
  const cluster = await openCluster(config.kubernetesNamespace, database);
  parts.defer(() => cluster.api.close());
  return cluster;
}
