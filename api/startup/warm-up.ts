import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Feature } from '../features/feature.ts';

/** Pages and probes that waited for the start are answered first. */
const DELAY_MS = 500;

export interface WarmUpOptions {
  /** Loads the validator of requests. */
  readonly prepare: () => Promise<void>;
  readonly features: readonly Pick<Feature, 'warmUp'>[];
  readonly logger: Logger;
  /** Default: half a second. */
  readonly delayMs?: number;
}

/** Work that follows the start of the service. */
export interface WarmUp {
  /** Ends it before its next step. @returns when nothing of it runs */
  stop(): Promise<void>;
}

/**
 * Loads and compiles what the first requests need, when the service is ready, so that neither the start nor these
 * requests wait for it. A failure is logged.
 */
export function startWarmUp(options: WarmUpOptions): WarmUp {
  const stopping = new AbortController();
  const done = warmUp(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function warmUp(
  { prepare, features, logger, delayMs = DELAY_MS }: WarmUpOptions,
  signal: AbortSignal,
): Promise<void> {
  const isStopped = (): boolean => signal.aborted;
  await delay(delayMs, undefined, { signal }).catch(() => undefined);
  if (isStopped()) return;
  const started = performance.now();
  try {
    await prepare();
  } catch (error) {
    logger.error(
      { err: error },
      'could not load the request validator: requests to the API fail until a retry succeeds',
    );
  }
  try {
    for (const feature of features) {
      // Requests are answered between two features.
      await nextTurn();
      if (isStopped()) return;
      await feature.warmUp?.();
    }
    logger.debug({ ms: Math.round(performance.now() - started) }, 'warmed up');
  } catch (error) {
    logger.warn({ err: error }, 'could not warm up: the first requests are slower');
  }
}
