import type { CacheUsage } from './cache-usage.ts';

/** The bounds of the cache. */
export interface CacheLimits {
  readonly maxBytes: number;
  /** How long an entry is kept without a use, in milliseconds. */
  readonly maxAgeMs: number;
}

/** A running run may still read an entry that was used since, or write one. */
const PROTECTED_MS = 10 * 60_000;

/**
 * Chooses the entries to remove: those of purged datasets, those that a killed process left half written,
 * those without a use for too long, and the least recently used ones beyond the total size. Only entries of
 * purged datasets are removed shortly after a use.
 * @param purged the ids of datasets that do not exist any more
 */
export function chooseEvicted(
  entries: readonly CacheUsage[],
  { maxBytes, maxAgeMs }: CacheLimits,
  { now, purged }: { readonly now: Date; readonly purged: ReadonlySet<string> },
): readonly CacheUsage[] {
  const idleMs = ({ uses: [last = 0] }: CacheUsage): number => now.getTime() - last;
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return entries
    .toSorted((one, other) => idleMs(other) - idleMs(one))
    .filter((entry) => {
      const isOrphan = entry.datasets.some((id) => purged.has(id));
      const isUseless = !entry.isWhole || idleMs(entry) > maxAgeMs || bytes > maxBytes;
      const isEvicted = isOrphan || (isUseless && idleMs(entry) > PROTECTED_MS);
      if (isEvicted) bytes -= entry.bytes;
      return isEvicted;
    });
}
