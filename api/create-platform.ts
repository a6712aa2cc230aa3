import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Logger } from 'pino';
import { createPrismaClient, type Database } from '../prisma/client.ts';
import type { Config } from './config/config.ts';
import { DatabaseClock } from './database-clock.ts';
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
import { processVariables, secretReader, type SecretReaderDeps } from './secrets/secret-reader.ts';
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
  { logger, databaseUrl, resources, keyring: given }: PlatformOptions,
): Promise<Platform> {
  const spans = await openTracing(config, logger);
  if (spans !== null) resources.defer(() => spans.close());
  const database = resources.adopt(
    createPrismaClient(databaseUrl, { poolSize: config.databasePoolSize }),
    (it) => it.$disconnect(),
  );
  const { now } = resources.adopt(await DatabaseClock.open({ database, logger }), (it) => {
    it.close();
  });
  const notifications = resources.adopt(
    openNotifications(config, { database, logger, now }),
    (it) => it.close(),
  );
  const objects = resources.adopt(openObjectStore(config), (it) => {
    it.close();
  });
  const { cluster, keyring, readVariable } = await openPlace(config, {
    database,
    resources,
    given,
  });
  const readSecret = secretReader({ settings: secretsOf(config), readVariable, keyring });
  const executor = resources.adopt(
    new LocalExecutor({
      command: {
        ...runnerCommand(config, process.env),
        readSecret,
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
    readSecret,
    cluster,
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

/** What depends on where runs execute. */
interface RunPlace {
  readonly cluster: Cluster | null;
  readonly keyring: Keyring;
  readonly readVariable: SecretReaderDeps['readVariable'];
}

interface RunPlaceDeps {
  readonly database: Database;
  readonly resources: AsyncDisposableStack;
  /** Replaces the keyring of the place. */
  readonly given: Keyring | undefined;
}

async function openPlace(
  config: Config,
  { database, resources, given }: RunPlaceDeps,
): Promise<RunPlace> {
  if (config.executor !== 'kubernetes') {
    const readVariable = processVariables(process.env);
    return { cluster: null, keyring: given ?? createOsKeyring(), readVariable };
  }
  // Loaded on demand: a service without a cluster does not need them.
  const { openCluster } = await import('./execution/executors/kubernetes/cluster/open-cluster.ts');
  const { createClusterKeyring } =
    await import('./execution/executors/kubernetes/secrets/cluster-keyring.ts');
  const { clusterVariables } =
    await import('./execution/executors/kubernetes/secrets/cluster-variables.ts');
  const cluster = await openCluster(config.kubernetesNamespace, database);
  resources.defer(() => cluster.api.close());
  return {
    cluster,
    keyring: given ?? createClusterKeyring(cluster, config.keyringSecret),
    readVariable: clusterVariables(cluster, config.variablesSecret),
  };
}
