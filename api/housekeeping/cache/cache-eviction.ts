import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import type { HousekeepingMetrics } from '../housekeeping-metrics.ts';
import { cacheUsage, type CacheUsage } from './cache-usage.ts';
import { chooseEvicted, type CacheLimits } from './choose-evicted.ts';

export interface CacheEvictionDeps {
  readonly objects: Pick<ObjectStore, 'list' | 'delete' | 'deletePrefix'>;
  /** Returns those of the ids that are of no dataset any more. */
  readonly purgedOf: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly limits: CacheLimits;
  readonly metrics: HousekeepingMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
}

const BATCH = 50;
const CONCURRENCY = 8;

/**
 * Keeps the cache of node results within its limits. A pass lists the cache; no entry is read. A run that
 * finds an entry gone executes its node, so replicas may evict at the same time.
 */
export class CacheEviction {
  readonly #deps: CacheEvictionDeps;

  constructor(deps: CacheEvictionDeps) {
    this.#deps = deps;
  }

  /** @throws Error when the object store or the database is not reachable */
  async apply(signal: AbortSignal): Promise<void> {
    const { objects, limits, metrics, now, purgedOf } = this.#deps;
    const entries = await cacheUsage(objects.list(objectKeys.cacheRoot()));
    const datasets = [...new Set(entries.flatMap((entry) => entry.datasets))];
    const evicted = chooseEvicted(entries, limits, {
      now: now(),
      purged: await purgedOf(datasets),
    });
    const isEvicted = new Set(evicted);
    const kept = entries.filter((entry) => !isEvicted.has(entry));
    metrics.cacheBytes(kept.reduce((sum, { bytes }) => sum + bytes, 0));
    await this.#inBatches(evicted, signal, async (entry) => {
      await this.#remove(entry);
      metrics.cacheEvicted();
    });
    await this.#inBatches(kept, signal, (entry) => this.#forgetOldUses(entry));
  }

  async #inBatches(
    entries: readonly CacheUsage[],
    signal: AbortSignal,
    work: (entry: CacheUsage) => Promise<void>,
  ): Promise<void> {
    const { logger } = this.#deps;
    const limit = pLimit(CONCURRENCY);
    for (let at = 0; at < entries.length && !signal.aborted; at += BATCH) {
      const batch = entries.slice(at, at + BATCH);
      const one = async (entry: CacheUsage): Promise<void> => {
        await work(entry).catch((err: unknown) => {
          const message = 'could not clean up a cache entry: the next pass retries it';
          logger.warn({ err, key: entry.key }, message);
        });
      };
      await Promise.all(batch.map((entry) => limit(one, entry)));
    }
  }

  /** Removes `entry.json` first, so that no reader finds half an entry. */
  async #remove({ key }: CacheUsage): Promise<void> {
    await this.#deps.objects.delete(objectKeys.cacheEntry(key));
    await this.#deps.objects.deletePrefix(objectKeys.cachePrefix(key));
  }

  async #forgetOldUses({ key, uses }: CacheUsage): Promise<void> {
    for (const time of uses.slice(1)) {
      await this.#deps.objects.delete(objectKeys.cacheUse(key, new Date(time)));
    }
  }
}
