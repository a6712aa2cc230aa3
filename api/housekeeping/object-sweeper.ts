import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { errorMessage } from '../../runner/domain/error-message.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import type { HousekeepingMetrics } from './housekeeping-metrics.ts';
import type {
  ClaimedDeletion,
  ObjectDeletionStore,
} from '../domain/stored-objects/object-deletion-store.ts';

export interface ObjectSweeperDeps {
  readonly store: ObjectDeletionStore;
  readonly objects: Pick<ObjectStore, 'delete' | 'deletePrefix'>;
  readonly metrics: HousekeepingMetrics;
  readonly logger: Logger;
  /** The timeout of one deletion. Default: 60,000. */
  readonly timeoutMs?: number;
}

const BATCH = 50;
const CONCURRENCY = 8;
/** A batch finishes within its lease even when every deletion times out. */
const TIMEOUT_MS = 60_000;
/** With the backoff below: slightly more than a day. */
export const MAX_ATTEMPTS = 32;
const FIRST_BACKOFF_SECONDS = 10;
const MAX_BACKOFF_SECONDS = 3_600;

/**
 * Deletes the objects of removed rows. The database lists them, so that the list survives a restart and
 * any replica can work on it. A failed deletion is retried with backoff and does not delay the others.
 * After the last attempt it is abandoned until a service starts.
 */
export class ObjectSweeper {
  readonly #deps: ObjectSweeperDeps;

  constructor(deps: ObjectSweeperDeps) {
    this.#deps = deps;
  }

  /**
   * Deletes every object that is due, and records deletions that fail.
   * @throws Error when the database is not reachable
   */
  async sweep(signal: AbortSignal): Promise<void> {
    const { store, metrics } = this.#deps;
    let claimed = await store.claim(BATCH);
    while (claimed.length > 0) {
      await this.#deleteAll(claimed, signal);
      if (signal.aborted) return;
      claimed = await store.claim(BATCH);
    }
    metrics.deletions(await store.count());
  }

  async #deleteAll(claimed: readonly ClaimedDeletion[], signal: AbortSignal): Promise<void> {
    const { store, metrics } = this.#deps;
    const limit = pLimit(CONCURRENCY);
    const deleted: bigint[] = [];
    const skipped: bigint[] = [];
    const deleteOne = async (deletion: ClaimedDeletion): Promise<void> => {
      if (signal.aborted) {
        skipped.push(deletion.id);
        return;
      }
      const error = await this.#delete(deletion.key);
      if (error === null) deleted.push(deletion.id);
      else await this.#failed(deletion, error);
    };
    await Promise.all(claimed.map((deletion) => limit(deleteOne, deletion)));
    await store.deleted(deleted);
    metrics.deleted(deleted.length);
    await store.release(skipped);
  }

  /** @returns the error of a failed deletion; null when the object is gone */
  async #delete(key: string): Promise<Error | null> {
    const { objects, timeoutMs = TIMEOUT_MS } = this.#deps;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      timeout.reject(new Error(`The object store did not answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    try {
      const work = key.endsWith('/') ? objects.deletePrefix(key) : objects.delete(key);
      await Promise.race([work, timeout.promise]);
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #failed(deletion: ClaimedDeletion, error: Error): Promise<void> {
    const { store, metrics, logger } = this.#deps;
    const { key, attempts } = deletion;
    const isLast = attempts >= MAX_ATTEMPTS;
    metrics.deletionFailed();
    await store.failed(deletion, errorMessage(error), isLast ? null : backoffSeconds(attempts));
    const details = { err: error, key, attempts };
    if (isLast)
      logger.error(
        details,
        'could not delete an object, and gave up: the next start of a service retries it',
      );
    else logger.warn(details, 'could not delete an object: a later sweep retries it');
  }
}

function backoffSeconds(attempts: number): number {
  return Math.min(MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** (attempts - 1));
}
