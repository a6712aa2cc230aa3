import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Logger } from 'pino';
import { createPrismaClient, type Database } from '../prisma/client.ts';
import type { Config } from './config/config.ts';
import type { Keyring } from './domain/keyring/keyring.ts';
import type { Cluster } from './execution/executors/kubernetes/cluster/open-cluster.ts';
import { LocalExecutor } from './execution/executors/local/local-executor.ts';
import { createSettingsService } from './domain/settings/service.ts';
import { createSettingsStore } from './domain/settings/store.ts';
import { createMetrics } from './metrics.ts';
import { openNotifications } from './notifications/open-notifications.ts';
import { openObjectStore } from './object-store/open-object-store.ts';
import type { Platform } from './platform.ts';
import { runnerCommand, secretsOf } from './runner-command.ts';
import { createOsKeyring } from './secrets/os-keyring.ts';
import { secretReader } from './secrets/secret-reader.ts';
import { openTracing } from './telemetry/open-tracing.ts';

export interface PlatformOptions {
  readonly logger: Logger;
  readonly databaseUrl: string;
  /** Disposes of everything that must be closed. */
  readonly resources: AsyncDisposableStack;
  /** Undefined: that of the account, or of the cluster. */
  readonly keyring: Keyring | undefined;
}

/**
 * Builds the platform that every feature uses.
 * @throws Error when the configured cluster cannot be used
 */
export async function createPlatform(
  config: Config,
  { logger, databaseUrl, resources, keyring = createOsKeyring() }: PlatformOptions,
): Promise<Platform> {
  const spans = await openTracing(config, logger);
  if (spans !== null) resources.defer(() => spans.close());
  const database = resources.adopt(
    createPrismaClient(databaseUrl, { poolSize: config.databasePoolSize }),
    (it) => it.$disconnect(),
  );
  const now = (): Date => new Date();
  const notifications = resources.adopt(
    openNotifications(config, { database, logger, now }),
    (it) => it.close(),
  );
  const objects = resources.adopt(openObjectStore(config), (it) => {
    it.close();
  });
  const executor = resources.adopt(
    new LocalExecutor({
      command: {
        ...runnerCommand(config, process.env),
        readSecret: secretReader({ settings: secretsOf(config), env: process.env, keyring }),
        onDiagnostics: (text) => {
          logger.warn({ text }, 'a runner wrote to stderr');
        },
      },
      maxConcurrentRuns: localConcurrency(config),
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
    keyring,
    cluster: await openConfiguredCluster(config, database, resources),
    settings,
    logger,
    metrics: createMetrics(),
    spans,
    notifications,
    now,
    newId: randomUUID,
  };
}

/** The maximum number of concurrent runs on this machine. */
function localConcurrency({ executor, maxConcurrentRuns }: Config): number {
  if (executor !== 'local') return 0;
  // One more than there are cores: while the API records the end of a run, another run uses its core.
  return maxConcurrentRuns || os.availableParallelism() + 1;
}

async function openConfiguredCluster(
  config: Config,
  database: Database,
  resources: AsyncDisposableStack,
): Promise<Cluster | null> {
  if (config.executor !== 'kubernetes') return null;
  // Loaded on demand: a service without a cluster does not need it.
  const { openCluster } = await import('./execution/executors/kubernetes/cluster/open-cluster.ts');
  const cluster = await openCluster(config.kubernetesNamespace, database);
  resources.defer(() => cluster.api.close());
  return cluster;
}
