import type { Logger } from 'pino';
import { createApp } from './http/app.ts';
import type { Config } from './config/config.ts';
import type { Keyring } from './domain/keyring/keyring.ts';
import { confirmObjectStore } from './object-store/confirm-object-store.ts';
import { createPlatform } from './create-platform.ts';
import { needsDemo } from './demo/demo-store.ts';
import { createFeatures } from './create-features.ts';
import type { Platform } from './platform.ts';
import type { HttpServer } from './http/http-server.ts';
import type { CreateValidator } from './openapi/request-validator.ts';
import { objectStoreLocation } from './object-store/open-object-store.ts';
import { startWarmUp } from './startup/warm-up.ts';
import { serviceVersion } from './version.ts';

/** What a service offers once its features run. */
export interface AssembledService {
  /** Whether it is empty, or its demo is unfinished. */
  needsDemo(): Promise<boolean>;
  /** Finishes active requests within seconds, then stops everything. */
  close(): Promise<void>;
}

export interface AssembleOptions {
  readonly logger: Logger;
  /** Gets the request listener when every feature has started. */
  readonly server: HttpServer;
  /** The URL of a migrated database. */
  readonly databaseUrl: string;
  /** Disposes of everything that `assemble` builds. */
  readonly resources: AsyncDisposableStack;
  /** See `AppOptions`. */
  readonly createValidator: CreateValidator | undefined;
  /** Undefined: that of the account, or of the cluster. */
  readonly keyring: Keyring | undefined;
}

/**
 * How long active requests can take before runs are stopped. Requests that wait for a run are answered
 * after that, which takes seconds on a busy machine.
 */
const DRAIN_MS = 1_000;
const DRAIN_AFTER_STOP_MS = 5_000;

/**
 * The composition root. It builds the service from its configuration and starts it behind the server.
 * @throws Error when the object store does not support the service, or a feature cannot start
 */
export async function assemble(
  config: Config,
  options: AssembleOptions,
): Promise<AssembledService> {
  const { logger, server, resources, createValidator } = options;
  const platform = await createPlatform(config, options);
  await confirmObjectStore(platform.objects, { location: objectStoreLocation(config), logger });
  const features = createFeatures(platform);
  const closeFeatures = once(() => Promise.all(features.map(async (feature) => feature.close?.())));
  resources.defer(async () => {
    await closeFeatures();
  });
  const app = createApp({ platform, features, version: serviceVersion(), createValidator });
  for (const feature of features) await feature.start?.();
  server.handleWith(app.handle);
  await serveMetrics(config, platform, resources);
  const warmUp = resources.adopt(startWarmUp({ prepare: app.prepare, features, logger }), (it) =>
    it.stop(),
  );
  const stop = async (): Promise<void> => {
    // Its step that runs ends meanwhile: it never fails.
    void warmUp.stop();
    await server.drain(DRAIN_MS);
    await Promise.all([platform.executor.close(), closeFeatures()]);
    await server.drain(DRAIN_AFTER_STOP_MS);
    await resources.disposeAsync();
  };
  return { needsDemo: () => needsDemo(platform.database), close: once(stop) };
}

/** Serves the metrics on a port of their own, if they have one. */
async function serveMetrics(
  { host, metricsPort }: Config,
  { metrics, logger }: Pick<Platform, 'metrics' | 'logger'>,
  resources: AsyncDisposableStack,
): Promise<void> {
  if (metricsPort === null) return;
  const { openMetricsServer } = await import('./http/metrics-server.ts');
  const server = await openMetricsServer(host, metricsPort, metrics);
  resources.defer(() => server.close());
  logger.info({ url: `${server.url}/metrics` }, 'metrics');
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => (done ??= work());
}
