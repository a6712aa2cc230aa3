import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { HousekeepingMetrics } from './housekeeping-metrics.ts';
import {
  createObjectDeletionStore,
  enqueueDeletions,
} from '../domain/stored-objects/object-deletion-store.ts';
import { MAX_ATTEMPTS, ObjectSweeper } from './object-sweeper.ts';

let database: TestDatabase;
const { signal } = new AbortController();

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.client.objectDeletion.deleteMany());

afterAll(() => database.drop());

/** An object store that records deletions. Some of them fail, some never finish. */
class FakeObjects {
  readonly deleted: string[] = [];
  readonly bad = new Set<string>();
  readonly silent = new Set<string>();

  delete(key: string): Promise<void> {
    if (this.silent.has(key)) return new Promise(() => undefined);
    if (this.bad.has(key)) return Promise.reject(new Error('access denied'));
    this.deleted.push(key);
    return Promise.resolve();
  }

  deletePrefix(prefix: string): Promise<void> {
    return this.delete(prefix);
  }
}

function sweeperOf(objects: FakeObjects, registry = new Registry()): ObjectSweeper {
  return new ObjectSweeper({
    store: createObjectDeletionStore(database.client),
    objects,
    metrics: new HousekeepingMetrics(registry),
    logger: pino({ level: 'silent' }),
    timeoutMs: 100,
  });
}

async function enqueue(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, at) => `runs/${at}/`);
  await enqueueDeletions(database.client, keys);
  return keys;
}

/** Ends the backoff of every deletion. */
async function passPauses(): Promise<void> {
  await database.client.$executeRaw`
    UPDATE object_deletions SET due_at = clock_timestamp() WHERE due_at IS NOT NULL`;
}

/** A time of the only deletion, or the database's, in seconds. */
async function secondsOf(time: 'due_at' | 'clock_timestamp()'): Promise<number> {
  const [row] = await database.client.$queryRawUnsafe<{ seconds: number }[]>(
    `SELECT extract(epoch FROM ${time})::float8 AS seconds FROM object_deletions`,
  );
  return row!.seconds;
}

it('deletes every other object when some deletions fail and some never finish', async () => {
  const objects = new FakeObjects();
  const keys = await enqueue(120);
  objects.bad.add(keys[0]!).add(keys[60]!);
  objects.silent.add(keys[10]!);
  const registry = new Registry();
  await sweeperOf(objects, registry).sweep(signal);
  expect(objects.deleted).toHaveLength(117);
  const left = await database.client.objectDeletion.findMany({ orderBy: { id: 'asc' } });
  expect(left.map(({ key, attempts, lastError }) => [key, attempts, lastError])).toEqual([
    [keys[0], 1, 'access denied'],
    [keys[10], 1, expect.stringMatching(/did not answer within 0.1 s/)],
    [keys[60], 1, 'access denied'],
  ]);
  const shown = await registry.metrics();
  expect(shown).toContain('millrace_object_deletions{state="pending"} 3');
  expect(shown).toContain('millrace_object_deletion_failures_total 3');
});

it('retries a failed deletion after a growing backoff', async () => {
  const objects = new FakeObjects();
  const [key] = await enqueue(1);
  objects.bad.add(key!);
  const sweeper = sweeperOf(objects);
  for (const pause of [10, 20, 40]) {
    const before = await secondsOf('clock_timestamp()');
    await sweeper.sweep(signal);
    const after = await secondsOf('clock_timestamp()');
    const due = await secondsOf('due_at');
    expect(due).toBeGreaterThanOrEqual(before + pause);
    expect(due).toBeLessThanOrEqual(after + pause);
    await passPauses();
  }
  objects.bad.clear();
  await sweeper.sweep(signal);
  expect(objects.deleted).toEqual([key]);
});

it('abandons a deletion after its last attempt until a service starts', async () => {
  const objects = new FakeObjects();
  const [key] = await enqueue(1);
  objects.bad.add(key!);
  await database.client.objectDeletion.updateMany({ data: { attempts: MAX_ATTEMPTS - 1 } });
  const sweeper = sweeperOf(objects);
  await sweeper.sweep(signal);
  const store = createObjectDeletionStore(database.client);
  expect(await store.count()).toEqual({ pending: 0, abandoned: 1 });
  objects.bad.clear();
  await sweeper.sweep(signal);
  expect(objects.deleted).toEqual([]);
  await store.reinstate();
  await sweeper.sweep(signal);
  expect(objects.deleted).toEqual([key]);
});

it('deletes each object once when several replicas sweep at the same time', async () => {
  const objects = new FakeObjects();
  const keys = await enqueue(300);
  await Promise.all([1, 2, 3].map(() => sweeperOf(objects).sweep(signal)));
  expect(objects.deleted.toSorted()).toEqual(keys.toSorted());
});

it('deletes objects claimed by a killed process after their lease expires', async () => {
  const keys = await enqueue(3);
  expect(await createObjectDeletionStore(database.client).claim(10)).toHaveLength(3);
  const objects = new FakeObjects();
  await sweeperOf(objects).sweep(signal);
  expect(objects.deleted).toEqual([]);
  await passPauses();
  await sweeperOf(objects).sweep(signal);
  expect(objects.deleted.toSorted()).toEqual(keys);
});

it('releases claimed deletions that have not started when the service stops', async () => {
  const stopping = new AbortController();
  const keys = await enqueue(20);
  stopping.abort();
  await sweeperOf(new FakeObjects()).sweep(stopping.signal);
  const objects = new FakeObjects();
  await sweeperOf(objects).sweep(signal);
  expect(objects.deleted).toHaveLength(keys.length);
});
