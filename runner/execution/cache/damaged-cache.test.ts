import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { EDGES, executed, reports, useCachedRuns } from '../../../test/support/cached-runs.ts';
import { objectKeys } from '../../domain/object-keys.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { CacheStore } from './cache-store.ts';
import { entryText, readEntry, type CacheEntry } from './cache-entry.ts';

const runs = useCachedRuns();
const KILLED_WRITER = path.resolve(
  import.meta.dirname,
  '../../../test/fixtures/killed-cache-writer.ts',
);
const ALL = ['in', 'few', 'sorted', 'shops', 'pie', 'both', 'checked', 'parquet', 'out'];
const FILES = ['parquet', 'out'];

function store(): ObjectStore {
  return runs.flows.workspace.store;
}

function cacheStore(objects = store()): CacheStore {
  return new CacheStore(objects, runs.flows.workspace.scratch, () => new Date(0));
}

/** The entries by their cache keys. */
async function entries(): Promise<readonly (readonly [string, CacheEntry])[]> {
  const found = (await runs.keys()).filter((key) => key.endsWith('/entry.json'));
  return await Promise.all(
    found.map(async (key) => [key.split('/')[1]!, readEntry(await store().getText(key))] as const),
  );
}

/** The entry whose data the files of a second run are written from. */
async function lastEntry(): Promise<readonly [string, CacheEntry]> {
  const all = await entries();
  return all.find(([, { summary }]) => summary.assertion_passed !== undefined)!;
}

describe('an entry', () => {
  it.each<[string, (data: string) => Promise<unknown>]>([
    ['changed', (data) => store().put(data, 'PAR1 something else PAR1')],
    ['removed', (data) => store().delete(data)],
  ])('whose data was %s is a miss, and is replaced', async (_how, damage) => {
    const first = await runs.run(40);
    const [key, { outputs }] = await lastEntry();
    await damage(outputs[0]!.dataKey);
    const second = await runs.run(40);
    expect(executed(second)).toEqual(['checked', ...FILES]);
    expect(reports(second)).toEqual(reports(first));
    expect(await runs.files(second)).toEqual(await runs.files(first));
    expect(executed(await runs.run(40))).toEqual(FILES);
    expect((await lastEntry())[0]).toBe(key);
  });

  it('whose description was changed is a miss, is reported and replaced', async () => {
    const first = await runs.run(40);
    const [key, entry] = await lastEntry();
    const text = entryText(entry).replace('rows', 'ROWS');
    await store().put(objectKeys.cacheEntry(key), text);
    const second = await runs.run(40);
    expect(runs.flows.defects.map(String)).toEqual([
      expect.stringMatching(`entry ${key} is broken`),
    ]);
    expect(executed(second)).toEqual(['checked', ...FILES]);
    expect(reports(second)).toEqual(reports(first));
    expect(executed(await runs.run(40))).toEqual(FILES);
  });

  it('can be removed while a run reads it', async () => {
    await runs.run(40);
    const [key, { outputs }] = await lastEntry();
    const cache = cacheStore();
    const file = await cache.fetch(key, outputs[0]!);
    await store().deletePrefix(objectKeys.cachePrefix(key));
    const engine = await import('../../engine-adapters/load-engine.ts');
    const polars = await engine.loadEngine('polars');
    const columns = [{ name: 'id_x', type: 'integer' as const }];
    const frame = await polars.readFile({ path: file!, columns, rowCount: outputs[0]!.rows });
    expect(polars.countRows(frame)).toBe(outputs[0]!.rows);
    expect(await cache.fetch(key, outputs[0]!)).toBeNull();
  });

  it('serves a second run after all others were removed, with the reports of all nodes', async () => {
    const files = { edges: EDGES.replace('both>parquet', 'checked>parquet') };
    const first = await runs.run(40, files);
    const [last] = await lastEntry();
    for (const [key] of await entries()) {
      if (key !== last) await store().deletePrefix(objectKeys.cachePrefix(key));
    }
    const second = await runs.run(40, files);
    // The chart has no descendant whose entry could have its report.
    expect(executed(second)).toEqual(['in', 'few', 'pie', 'out', 'parquet']);
    expect(reports(second)).toEqual(reports(first));
  });
});

describe('runs of one flow at the same time', () => {
  it('store each entry once and have equal results', async () => {
    const inputs = [await runs.flows.dataset(40)];
    const many = await Promise.all([1, 2, 3, 4].map(() => runs.run(40, { inputs })));
    for (const one of many) expect(reports(one)).toEqual(reports(many[0]!));
    const stored = await entries();
    const data = (await runs.keys()).filter((key) => key.includes('/data/'));
    const named = stored.flatMap(([, { outputs }]) => outputs.map(({ dataKey }) => dataKey));
    expect(data.toSorted()).toEqual(named.toSorted());
    expect(executed(await runs.run(40))).toEqual(FILES);
  });
});

describe('a runner that is killed', () => {
  it.each(['data', 'entry.json'])(
    'before it stores %s leaves no entry that is read',
    async (part) => {
      const { folder } = runs.flows.workspace;
      const child = fork(KILLED_WRITER, [folder, part], { stdio: 'inherit' });
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
      expect(await entries()).toEqual([]);
      const first = await runs.run(40);
      expect(executed(first).toSorted()).toEqual(ALL.toSorted());
      expect(executed(await runs.run(40))).toEqual(FILES);
    },
  );
});

describe('an object store that fails', () => {
  it('does not fail a run', async () => {
    const failing = new Proxy(store(), {
      get(target, name, self) {
        const method = Reflect.get(target, name, self) as (...args: unknown[]) => unknown;
        return (key: string, ...rest: unknown[]) =>
          key.startsWith('cache/')
            ? Promise.reject(new Error('the store is away'))
            : method.call(target, key, ...rest);
      },
    });
    const plain = await runs.run(40, { cache: false });
    const result = await runs.run(40, { store: failing });
    expect(result.status).toBe('success');
    expect(reports(result)).toEqual(reports(plain));
    expect(runs.flows.defects.map(String)).toContain('Error: the store is away');
  });
});
