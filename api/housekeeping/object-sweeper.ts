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
  /** How long the object store may take over one deletion. Default: a minute. */
  readonly deadlineMs?: number;
}

const BATCH = 50;
const LANES = 8;
/** With it, a batch ends within its lease even when every deletion takes as long as it may. */
const DEADLINE_MS = 60_000;
/** With the pauses below: a day and a bit. */
export const MAX_ATTEMPTS = 32;
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 3_600;

/**
 * Deletes the objects of rows that are gone. What is to be deleted is in the database, so that it
 * survives a restart and any replica can do it. A failed deletion is retried with backoff, and never
 * delays the others; after the last attempt it is given up until a service starts.
 */
export class ObjectSweeper {
  readonly #deps: ObjectSweeperDeps;

  constructor(deps: ObjectSweeperDeps) {
    this.#deps = deps;
  }

  /** Deletes everything that is due. @throws when the database is away; failed deletions are recorded */
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
    const waiting = [...claimed];
    const deleted: bigint[] = [];
    const lane = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (signal.aborted) waiting.push(next);
        if (signal.aborted) return;
        const error = await this.#delete(next.key);
        if (error === null) deleted.push(next.id);
        else await this.#failed(next, error);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    await store.deleted(deleted);
    metrics.deleted(deleted.length);
    await store.release(waiting.map(({ id }) => id));
  }

  /** @returns why it could not be deleted; null when it is gone */
  async #delete(key: string): Promise<Error | null> {
    const { objects, deadlineMs = DEADLINE_MS } = this.#deps;
    const deadline = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      deadline.reject(new Error(`The object store did not answer within ${deadlineMs / 1000} s`));
    }, deadlineMs);
    try {
      const work = key.endsWith('/') ? objects.deletePrefix(key) : objects.delete(key);
      await Promise.race([work, deadline.promise]);
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
    await store.failed(deletion, errorMessage(error), isLast ? null : pauseSeconds(attempts));
    const details = { err: error, key, attempts };
    if (isLast) logger.error(details, 'gave up deleting an object; the next start tries again');
    else logger.warn(details, 'could not delete an object; it is retried');
  }
}

function pauseSeconds(attempts: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
}
