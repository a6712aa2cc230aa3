import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { createPrismaClient, type Database } from '../prisma/client.ts';
import { migrate } from '../prisma/migrate.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { confirmObjectStore } from './confirm-object-store.ts';
import { hasContent } from './demo/content-store.ts';
import type { Cluster } from './executors/kubernetes/open-cluster.ts';
import { LocalExecutor } from './executors/local.ts';
import { createFeatures } from './features/index.ts';
import { createSettingsService } from './features/settings/service.ts';
import { createSettingsStore } from './features/settings/store.ts';
import { openHttpServer } from './http/http-server.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { openNotifications } from './notifications/open-notifications.ts';
import { objectStoreLocation, openObjectStore } from './open-object-store.ts';
import type { Platform } from './platform.ts';
import { runnerCommand } from './runner-command.ts';
import { openTracing } from './telemetry/open-tracing.ts';
import { serviceVersion } from './version.ts';

export interface RunningService {
  /** Where it listens, e.g. `http://127.0.0.1:8055`. */
  readonly url: string;
  readonly logger: Logger;
  /** Settles with the reason when something that the service needs has ended by itself. */
  readonly failure: Promise<Error>;
  /** Whether it holds any dataset or flow. */
  hasContent(): Promise<boolean>;
  /** Finishes requests, then ends everything that was started; requests get some seconds at most. */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly logger?: Logger;
  /** For tests: see `createApp`. */
  readonly validateResponses?: boolean;
}

/**
 * Requests under way get this long; then runs are stopped, which has the requests that wait for them
 * answered. On a busy machine those answers take seconds, and one that is cut off tells its client nothing.
 */
const DRAIN_MS = 1_000;
const DRAIN_AFTER_STOP_MS = 5_000;
/** A page or a probe that waited for the start is answered first. */
const PREPARE_AFTER_MS = 500;

/**
 * The composition root: builds every part of the service from its configuration and starts it.
 * @throws Error when the address is taken, the database cannot be had, a migration fails or the
 *   object store refuses what the service asks; `startFault` says what to do
 */
export async function startService(
  config: Config,
  options: StartOptions = {},
): Promise<RunningService> {
  const logger = options.logger ?? createLogger(config);
  const parts = new AsyncDisposableStack();
  try {
    const server = parts.adopt(await openHttpServer(config.host, config.port), (it) => it.close());
    const database = await openDatabase(config, logger, parts);
    const platform = await createPlatform(config, logger, database.url, parts);
    await confirmObjectStore(platform.objects, { location: objectStoreLocation(config), logger });
    const features = createFeatures(platform);
    const closeFeatures = once(() =>
      Promise.all(features.map(async (feature) => feature.close?.())),
    );
    parts.defer(async () => {
      await closeFeatures();
    });
    const version = serviceVersion();
    const validateResponses = options.validateResponses ?? false;
    const app = createApp({ platform, features, version, validateResponses });
    for (const feature of features) await feature.start?.();
    server.handleWith(app.handle);
    prepareSoon(app.prepare, logger, parts);
    const stop = async (): Promise<void> => {
      await server.drain(DRAIN_MS);
      await Promise.all([platform.executor.close(), closeFeatures()]);
      await server.drain(DRAIN_AFTER_STOP_MS);
      await parts.disposeAsync();
    };
    return {
      url: server.url,
      logger,
      failure: database.failure,
      hasContent: () => hasContent(platform.database),
      close: once(stop),
    };
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

/** A start does not wait for what no request may ask for; the first one shall not wait either. */
function prepareSoon(
  prepare: () => Promise<void>,
  logger: Logger,
  parts: AsyncDisposableStack,
): void {
  const timer = setTimeout(() => {
    prepare().catch((error: unknown) => {
      logger.error({ err: error }, 'requests cannot be checked');
    });
  }, PREPARE_AFTER_MS);
  parts.defer(() => {
    clearTimeout(timer);
  });
}

interface OpenDatabase {
  readonly url: string;
  readonly failure: Promise<Error>;
}

async function openDatabase(
  config: Config,
  logger: Logger,
  parts: AsyncDisposableStack,
): Promise<OpenDatabase> {
  const opened =
    config.databaseUrl === null
      ? await openEmbedded(config.dataDir, parts)
      : { url: config.databaseUrl, failure: new Promise<Error>(() => undefined) };
  await migrate(opened.url, { logger });
  return opened;
}

async function openEmbedded(dataDir: string, parts: AsyncDisposableStack): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true });
  // Loaded only here: a service on a server of its own needs none of it.
  const { startEmbeddedPostgres } = await import('../prisma/embedded.ts');
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  parts.defer(() => postgres.stop());
  const failure = postgres.exited.then(() => new Error('The embedded database has ended'));
  return { url: postgres.url, failure };
}

async function createPlatform(
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
  const { openCluster } = await import('./executors/kubernetes/open-cluster.ts');
  const cluster = await openCluster(config.kubernetesNamespace, database);
  parts.defer(() => cluster.api.close());
  return cluster;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => (done ??= work());
}
