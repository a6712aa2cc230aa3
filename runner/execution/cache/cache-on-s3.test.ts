import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { executed, NODES, reports, useCachedRuns } from '../../../test/support/cached-runs.ts';
import { createBucket } from '../../../test/support/s3-server.ts';
import { objectKeys } from '../../domain/object-keys.ts';
import { createObjectStore } from '../../storage/create-object-store.ts';
import type { ObjectStore } from '../../storage/object-store.ts';

const server = await createBucket('cache on S3');
const runs = useCachedRuns();

async function keysIn(store: ObjectStore): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(objectKeys.cacheRoot())) keys.push(key);
  return keys;
}

(server === null ? describe.skip : describe)('the cache in a bucket', () => {
  let store: ObjectStore;

  beforeEach(() => {
    store = createObjectStore(`s3://${server!.bucket}/${randomUUID()}`, server!.options);
  });

  afterEach(() => {
    store.close();
  });

  it('serves a second run, also after two runs stored it at the same time', async () => {
    const input = await runs.flows.dataset(40);
    // The bucket lacks the dataset: it is copied there, as an upload would.
    const { body } = await runs.flows.workspace.store.get(input.dataKey);
    await store.put(input.dataKey, Buffer.concat(await body.toArray()));
    const edit = { inputs: [input], store };
    const [first, other] = await Promise.all([runs.run(40, edit), runs.run(40, edit)]);
    expect(first.status).toBe('success');
    expect(executed(first).toSorted()).toEqual(Object.keys(NODES).toSorted());
    expect(reports(other)).toEqual(reports(first));
    const second = await runs.run(40, edit);
    expect(executed(second)).toEqual(['parquet', 'out']);
    expect(reports(second)).toEqual(reports(first));
    expect(runs.flows.defects).toEqual([]);
    const kinds = new Set(
      (await keysIn(store)).map((key) => path.posix.dirname(key).split('/')[2]),
    );
    expect(kinds).toEqual(new Set([undefined, 'data', 'datasets', 'used']));
  });
});
