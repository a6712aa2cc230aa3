import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import { forbidCoreDumps } from '../runner/connectors/secrets/forbid-core-dumps.ts';
import { startService, type RunningService } from './start-service.ts';
import type { Config } from './config/config.ts';
import { isExposed } from './config/exposure.ts';
import { seedInOwnProcess } from './demo/seed-process.ts';
import { createLogger, isTextLog, standardOutput } from './logging/logger.ts';
import { readyBanner } from './startup/ready-banner.ts';
import { startupErrorMessage } from './startup/startup-error-message.ts';
import { unknownVariables } from './config/unknown-variables.ts';

const OPEN_WARNING =
  'open: everyone who can reach this address can read and change everything; set SERVICE_API_TOKEN';
/** npm forwards the SIGINT that the terminal already sent to every process. Within this time it is the same one. */
const SIGNAL_DEDUPLICATION_MS = 1_000;

/**
 * Runs the service until SIGINT or SIGTERM, then stops it. A later second SIGINT exits immediately.
 * @returns the exit code: 0 after a signal, 1 when the service cannot start or a dependency has exited
 */
export async function serve(config: Config): Promise<number> {
  const started = performance.now();
  let isStarted = false;
  const signal = Promise.withResolvers<string>();
  process.on('SIGINT', signal.resolve);
  process.on('SIGTERM', signal.resolve);
  // Nothing needs a clean stop during the start, and the embedded database exits with this process.
  void signal.promise.then(() => {
    if (!isStarted) process.exit(0);
  });
  const out = standardOutput();
  const logger = createLogger(config, out);
  // Its environment has secrets, and it reads those of connections for its runners. Its children inherit the limit.
  await forbidCoreDumps();
  for (const warning of unknownVariables(process.env)) logger.warn(warning);
  if (isExposed(config)) logger.warn({ host: config.host }, OPEN_WARNING);
  const service = await startOrLog(config, logger);
  if (service === null) return 1;
  isStarted = true;
  const { url } = service;
  logger.info(
    { url, docs: `${url}/docs`, startMs: Math.round(performance.now() - started) },
    'ready',
  );
  const stopping = new AbortController();
  void welcome(service, { config, out, signal: stopping.signal });
  const reason = await Promise.race([signal.promise, service.failure]);
  setTimeout(() => {
    process.once('SIGINT', () => process.exit(130));
  }, SIGNAL_DEDUPLICATION_MS).unref();
  if (reason instanceof Error) logger.fatal({ err: reason }, 'failed');
  else logger.info({ signal: reason }, 'stopping');
  stopping.abort();
  await service.close();
  logger.info('stopped');
  return reason instanceof Error ? 1 : 0;
}

async function startOrLog(config: Config, logger: Logger): Promise<RunningService | null> {
  try {
    return await startService(config, { logger });
  } catch (error) {
    const reason = startupErrorMessage(error);
    logger.fatal(reason === null ? { err: error } : { reason }, 'cannot start');
    return null;
  }
}

/** Seeds the demo, then prints the banner on a terminal, so that no log line follows it immediately. */
async function welcome(
  service: RunningService,
  { config, out, signal }: { config: Config; out: DestinationStream; signal: AbortSignal },
): Promise<void> {
  if (config.seedDemo) await seed(service, config, signal);
  if (signal.aborted || !isTextLog(config)) return;
  out.write(readyBanner({ url: service.url, hasToken: config.apiToken !== null }));
}

/** Seeds the demo in the background: the service is usable before. */
async function seed(service: RunningService, config: Config, signal: AbortSignal): Promise<void> {
  const { logger, url } = service;
  try {
    if (!(await service.needsDemo())) return;
    const address = { url: localUrl(url), apiToken: config.apiToken };
    const storageFolder = await demoStorage(config);
    logger.info(await seedInOwnProcess({ service: address, storageFolder }, signal), 'demo');
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error }, 'demo not seeded');
  }
}

/** The folder of the demo's connection; null where a run could not use it. */
async function demoStorage(config: Config): Promise<string | null> {
  if (config.executor !== 'local' || config.storageAllowedRoots.length > 0) return null;
  const folder = path.join(config.dataDir, 'storage');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** The URL to call a server that listens on all addresses. */
function localUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
