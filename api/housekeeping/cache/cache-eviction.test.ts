import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { LocalFolderStore } from '../../../runner/storage/local-folder-store.ts';
import { HousekeepingMetrics } from '../housekeeping-metrics.ts';
import { CacheEviction, type CacheEvictionDeps } from './cache-eviction.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = new Date('2026-11-23T20:00:00Z');

let folder: string;
let objects: LocalFolderStore;
let registry: Registry;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-eviction-'));
  objects = new LocalFolderStore(folder);
  registry = new Registry();
});

afterEach(() => rm(folder, { recursive: true }));

/** Stores an entry of 1,000 bytes that was last used so many minutes ago. */
async function store(
  key: string,
  idleMinutes: number,
  { whole = true, datasets = ['d'] }: { whole?: boolean; datasets?: string[] } = {},
): Promise<void> {
  for (const minutes of [idleMinutes, idleMinutes + 5]) {
    await objects.put(objectKeys.cacheUse(key, new Date(NOW.getTime() - minutes * MINUTE_MS)), '');
  }
  for (const id of datasets) await objects.put(objectKeys.cacheDataset(key, id), '');
  await objects.put(objectKeys.cacheData(key, 'one'), 'x'.repeat(900));
  if (whole) await objects.put(objectKeys.cacheEntry(key), 'x'.repeat(100));
}

async function evict(
  limits: Partial<CacheEvictionDeps['limits']> = {},
  more: Partial<CacheEvictionDeps> = {},
  { signal } = new AbortController(),
): Promise<readonly string[]> {
  const eviction = new CacheEviction({
    objects,
    purgedOf: () => Promise.resolve(new Set()),
    limits: { maxBytes: 1e9, maxAgeMs: 7 * DAY_MS, ...limits },
    metrics: new HousekeepingMetrics(registry),
    logger: pino({ level: 'silent' }),
    now: () => NOW,
    ...more,
  });
  await eviction.apply(signal);
  return [...new Set((await keys()).map((key) => key.split('/')[1]!))].toSorted();
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of objects.list('cache/')) found.push(key);
  return found;
}

describe('the eviction of cache entries', () => {
  it('removes the least recently used beyond the total size', async () => {
    await store('new', 20);
    await store('old', 300);
    await store('older', 400);
    expect(await evict({ maxBytes: 2_500 })).toEqual(['new', 'old']);
    expect(await registry.metrics()).toContain('millrace_cache_bytes 2000');
    expect(await registry.metrics()).toContain('millrace_cache_evictions_total 1');
  });

  it('never removes an entry that was used within ten minutes', async () => {
    await store('now', 0);
    await store('soon', 9);
    await store('idle', 11);
    expect(await evict({ maxBytes: 1 })).toEqual(['now', 'soon']);
  });

  it('removes an entry without a use for the maximum age', async () => {
    await store('used', 6 * 24 * 60);
    await store('unused', 8 * 24 * 60);
    expect(await evict()).toEqual(['used']);
  });

  it('removes what a killed runner left half written, but not while it may be at work', async () => {
    await store('left', 60, { whole: false });
    await store('inWork', 1, { whole: false });
    expect(await evict()).toEqual(['inWork']);
  });

  it('removes what was derived of a purged dataset, however new it is', async () => {
    await store('derived', 0, { datasets: ['kept', 'purged/ä'] });
    await store('other', 0, { datasets: ['kept'] });
    const purgedOf = (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      expect(ids.toSorted()).toEqual(['kept', 'purged/ä']);
      return Promise.resolve(new Set(['purged/ä']));
    };
    expect(await evict({}, { purgedOf })).toEqual(['other']);
  });

  it('keeps only the last use of an entry that stays', async () => {
    await store('kept', 30);
    await evict();
    expect((await keys()).filter((key) => key.includes('/used/'))).toEqual([
      objectKeys.cacheUse('kept', new Date(NOW.getTime() - 30 * MINUTE_MS)),
    ]);
  });

  it('goes on when an entry cannot be removed', async () => {
    await store('bad', 300);
    await store('good', 300);
    const failing = {
      list: (prefix: string) => objects.list(prefix),
      delete: (key: string) => objects.delete(key),
      deletePrefix: (prefix: string) =>
        prefix.includes('bad') ? Promise.reject(new Error('denied')) : objects.deletePrefix(prefix),
    };
    expect(await evict({ maxBytes: 1 }, { objects: failing })).toEqual(['bad']);
    expect(await keys()).not.toContain(objectKeys.cacheEntry('bad'));
  });

  it('stops between batches when the service stops', async () => {
    await store('idle', 300);
    const stopping = new AbortController();
    stopping.abort();
    expect(await evict({ maxBytes: 1 }, {}, stopping)).toEqual(['idle']);
  });
});
