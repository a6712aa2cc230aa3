import type { Logger } from 'pino';
import { createApp } from './http/app.ts';
import type { RunningService } from './start-service.ts';
import type { Config } from './config/config.ts';
import { confirmObjectStore } from './object-store/confirm-object-store.ts';
import { createPlatform } from './create-platform.ts';
import { hasContent } from './demo/content-store.ts';
import { createFeatures } from './create-features.ts';
import type { HttpServer } from './http/http-server.ts';
import { objectStoreLocation } from './object-store/open-object-store.ts';
import { serviceVersion } from './version.ts';

export interface AssembleOptions {
  readonly logger: Logger;
  /** Gets the application when all of it has started. */
  readonly server: HttpServer;
  /** A database with the newest schema. */
  readonly databaseUrl: string;
  /** Closes what is built here, and is closed at the end. */
  readonly parts: AsyncDisposableStack;
  /** See `createApp`. */
  readonly validateResponses: boolean;
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
 * The composition root: builds every part of the service from its configuration, and starts it behind the server.
 * @throws Error when the object store refuses what the service asks, or a feature cannot start
 */
export async function assemble(
  config: Config,
  { logger, server, databaseUrl, parts, validateResponses }: AssembleOptions,
): Promise<Pick<RunningService, 'hasContent' | 'close'>> {
  const platform = await createPlatform(config, logger, databaseUrl, parts);
  await confirmObjectStore(platform.objects, { location: objectStoreLocation(config), logger });
  const features = createFeatures(platform);
  const closeFeatures = once(() => Promise.all(features.map(async (feature) => feature.close?.())));
  parts.defer(async () => {
    await closeFeatures();
  });
  const app = createApp({ platform, features, version: serviceVersion(), validateResponses });
  for (const feature of features) await feature.start?.();
  server.handleWith(app.handle);
  prepareSoon(app.prepare, logger, parts);
  const stop = async (): Promise<void> => {
    await server.drain(DRAIN_MS);
    await Promise.all([platform.executor.close(), closeFeatures()]);
    await server.drain(DRAIN_AFTER_STOP_MS);
    await parts.disposeAsync();
  };
  return { hasContent: () => hasContent(platform.database), close: once(stop) };
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

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => (done ??= work());
}
