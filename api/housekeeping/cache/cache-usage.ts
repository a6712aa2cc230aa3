import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { ObjectInfo } from '../../../runner/storage/object-store.ts';

/** What the names and sizes of its objects show of a cache entry. */
export interface CacheUsage {
  readonly key: string;
  readonly bytes: number;
  /** Whether readers find it: `entry.json` is the last object that is written. */
  readonly isWhole: boolean;
  /** When it was used, in milliseconds since 1970; the latest first. Empty: an object of a removed entry. */
  readonly uses: readonly number[];
  /** The ids of the datasets that it was derived from. */
  readonly datasets: readonly string[];
}

const MINUTE_MS = 60_000;

/** Groups the objects of the cache by entry. */
export async function cacheUsage(
  objects: AsyncIterable<ObjectInfo>,
): Promise<readonly CacheUsage[]> {
  const entries = new Map<string, Collected>();
  for await (const { key: objectKey, bytes } of objects) {
    const [key = '', kind = '', name = ''] = objectKey
      .slice(objectKeys.cacheRoot().length)
      .split('/');
    const entry = entries.get(key) ?? { bytes: 0, isWhole: false, uses: [], datasets: [] };
    entries.set(key, entry);
    entry.bytes += bytes;
    if (kind === 'entry.json') entry.isWhole = true;
    if (kind === 'used') entry.uses.push(Number(name) * MINUTE_MS);
    if (kind === 'datasets') entry.datasets.push(decodeURIComponent(name));
  }
  return Array.from(entries, ([key, { uses, ...entry }]) => ({
    ...entry,
    key,
    uses: uses.toSorted((one, other) => other - one),
  }));
}

interface Collected {
  bytes: number;
  isWhole: boolean;
  readonly uses: number[];
  readonly datasets: string[];
}
