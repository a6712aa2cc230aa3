import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorMessage } from '../../runner/domain/error-message.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { checkObjectStore } from './check-object-store.ts';
import { isObjectStoreAway } from '../domain/object-store-errors.ts';

/** A reachable store answers within tens of milliseconds; the client retries an unreachable one for longer. */
const TIMEOUT_MS = 5_000;

export interface ConfirmOptions {
  /** As configured: `s3://BUCKET/PREFIX` or `file:FOLDER`. */
  readonly location: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** Default: 5,000. */
  readonly timeoutMs?: number;
}

/** The object store does not support the service or rejects its credentials. A retry does not help. */
export class ObjectStoreRefusedError extends Error {
  override readonly name = 'ObjectStoreRefusedError';
}

class TimeoutError extends Error {}

/**
 * Stops the start on a misconfigured object store, so that a rollout fails early and not at the first
 * upload. An unreachable store can recover, so it is only logged.
 * @throws ObjectStoreRefusedError
 */
export async function confirmObjectStore(
  store: ObjectStore,
  { location, logger, timeoutMs = TIMEOUT_MS }: ConfirmOptions,
): Promise<void> {
  const answered = new AbortController();
  try {
    await Promise.race([checkObjectStore(store), rejectAfter(timeoutMs, answered.signal)]);
  } catch (error) {
    const reason = errorMessage(error);
    if (!(error instanceof TimeoutError || isObjectStoreAway(error))) {
      throw new ObjectStoreRefusedError(
        `The object store ${location} cannot be used: ${reason}. Check SERVICE_OBJECT_STORE and the variables SERVICE_S3_….`,
        { cause: error },
      );
    }
    logger.warn(
      { location, reason },
      'the object store is not reachable: uploads and runs fail until it is',
    );
  } finally {
    answered.abort();
  }
}

async function rejectAfter(timeoutMs: number, signal: AbortSignal): Promise<never> {
  await wait(timeoutMs, undefined, { signal });
  throw new TimeoutError(`It did not answer within ${timeoutMs} ms`);
}
