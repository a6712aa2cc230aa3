import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorMessage } from '../../runner/domain/error-message.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { checkObjectStore } from './check-object-store.ts';
import { isObjectStoreAway } from '../domain/object-store-errors.ts';

/** A store that is there answers in some tens of milliseconds; one that is not is tried for much longer. */
const ANSWER_WITHIN_MS = 5_000;

export interface ConfirmOptions {
  /** As configured: `s3://BUCKET/PREFIX` or `file:FOLDER`. */
  readonly location: string;
  readonly logger: Pick<Logger, 'warn'>;
  readonly answerWithinMs?: number;
}

/** The object store refuses what the service asks: waiting does not help, its settings must be mended. */
export class ObjectStoreRefusedError extends Error {
  override readonly name = 'ObjectStoreRefusedError';
}

class NoAnswerError extends Error {}

/**
 * Keeps a service from starting on an object store that is set up wrong, so that a rollout stops
 * there and not at the first upload. One that is away may come back: that is only warned of.
 * @throws ObjectStoreRefusedError
 */
export async function confirmObjectStore(
  store: ObjectStore,
  { location, logger, answerWithinMs = ANSWER_WITHIN_MS }: ConfirmOptions,
): Promise<void> {
  const answered = new AbortController();
  try {
    await Promise.race([checkObjectStore(store), noAnswer(answerWithinMs, answered.signal)]);
  } catch (error) {
    const reason = errorMessage(error);
    if (!(error instanceof NoAnswerError || isObjectStoreAway(error))) {
      throw new ObjectStoreRefusedError(
        `The object store ${location} cannot be used: ${reason}. Check SERVICE_OBJECT_STORE and the variables SERVICE_S3_….`,
        { cause: error },
      );
    }
    logger.warn({ location, reason }, 'the object store is away');
  } finally {
    answered.abort();
  }
}

async function noAnswer(withinMs: number, signal: AbortSignal): Promise<never> {
  await wait(withinMs, undefined, { signal });
  throw new NoAnswerError(`It did not answer within ${withinMs} ms`);
}
