import type { Connection } from '../../runner/domain/connection.ts';
import { createFlow } from '../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import {
  createConnectionStore,
  type ConnectionStore,
  type SavedConnection,
} from './connections/connection-store.ts';
import { createDatasetStore } from './datasets/store.ts';
import { createFlowStore } from './flows/store.ts';
import { createProjectStore } from './projects/store.ts';
import { createScheduleStore } from './schedules/store.ts';
import { createTriggerStore } from './schedules/trigger-store.ts';
import { createSettingsStore } from './settings/store.ts';

const SystemDate = Date;
const HOUR_MS = 3_600_000;

/** The clock of a replica that is an hour behind. */
class DateBehind extends SystemDate {
  constructor(...parts: readonly [] | readonly [number | string | Date]) {
    super(parts.length === 0 ? SystemDate.now() - HOUR_MS : parts[0]);
  }

  static override now(): number {
    return SystemDate.now() - HOUR_MS;
  }
}

const SHOP: Connection = {
  id: 'c',
  name: 'Shop',
  provider: 'postgresql',
  host: 'db1',
  port: null,
  database: 'shop',
  username: null,
  secret: null,
  options: null,
};

let database: TestDatabase;
let flowId: string;
let connections: ConnectionStore;

beforeAll(async () => {
  database = await createTestDatabase();
  const { client } = database;
  flowId = await createFlow(client);
  connections = createConnectionStore(client, () => Promise.resolve());
  await connections.create({ ...SHOP, connectionType: 'sql' }, null);
  await client.schedule.create({ data: { id: 's', flowId, cron: '@daily' } });
  const data = { id: 'd', projectId: 'p', name: 'D', nameKey: 'd' };
  await client.dataset.create({ data: { ...data, sourceType: 'csv', datasetKind: 'input' } });
  await createSettingsStore(client).put('RUN_RETENTION_DAYS', 1);
  globalThis.Date = DateBehind as DateConstructor;
});

afterAll(async () => {
  globalThis.Date = SystemDate;
  await database.drop();
});

const changed = (): Promise<SavedConnection> =>
  Promise.resolve({ ...SHOP, host: 'db2', connectionType: 'sql' });

/** What a store writes with a time, and the times of the row before and after. */
const WRITES: Readonly<Record<string, () => Promise<readonly (Date | null)[]>>> = {
  'a change of a connection': async () => {
    await connections.update({ id: 'c', merge: changed, scope: undefined, forgetsTest: false });
    const row = await connections.find('c');
    return [row?.createdAt ?? null, row?.updatedAt ?? null];
  },
  'the test of a connection': async () => {
    await connections.recordTest(await changed(), { status: 'ok', error: null });
    const row = await connections.find('c');
    return [row?.createdAt ?? null, row?.lastTestedAt ?? null];
  },
  'a change of a project': async () => {
    const store = createProjectStore(database.client, {} as never);
    await store.update('p', { description: 'Changed' });
    const row = await database.client.project.findUniqueOrThrow({ where: { id: 'p' } });
    return [row.createdAt, row.updatedAt];
  },
  'a change of a schedule': async () => {
    await createScheduleStore(database.client).update('s', () => ({ name: 'Changed' }));
    const row = await database.client.schedule.findUniqueOrThrow({ where: { id: 's' } });
    return [row.createdAt, row.updatedAt];
  },
  'a setting that is set again': async () => {
    const read = async (): Promise<Date> => {
      const where = { key: 'RUN_RETENTION_DAYS' };
      return (await database.client.setting.findUniqueOrThrow({ where })).updatedAt;
    };
    const before = await read();
    await createSettingsStore(database.client).put('RUN_RETENTION_DAYS', 2);
    expect((await createSettingsStore(database.client).all()).get('RUN_RETENTION_DAYS')).toBe(2);
    return [before, await read()];
  },
  'the claim of a schedule': async () => {
    const store = createTriggerStore(database.client);
    const claim = await store.claimExtra({ id: 's', flowId }, 'manual', { maxConcurrent: 1 });
    const row = await database.client.schedule.findUniqueOrThrow({ where: { id: 's' } });
    expect(claim).toMatchObject({ claimedAt: row.fireClaimedAt });
    // A claim of this moment is not that of a dead process.
    expect(await store.listStale(1)).toEqual([]);
    return [row.createdAt, row.fireClaimedAt];
  },
  'the deletion of a dataset': async () => {
    await createDatasetStore(database.client).softDelete('d');
    const row = await database.client.dataset.findUniqueOrThrow({ where: { id: 'd' } });
    expect(row.deletedAt).not.toBeNull();
    return [row.createdAt, row.updatedAt, row.deletedAt];
  },
  'the deletion of a flow': async () => {
    await createFlowStore(database.client, () => Promise.resolve()).delete(flowId, null);
    const row = await database.client.flow.findUniqueOrThrow({ where: { id: flowId } });
    return [row.createdAt, row.deletedAt];
  },
};

describe('a server whose clock is behind writes the time of the database at', () => {
  it.each(Object.entries(WRITES))('%s', async (_what, write) => {
    const times = (await write()).map((time) => time?.getTime() ?? NaN);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.min(...times)).toBeGreaterThan(SystemDate.now() - HOUR_MS / 2);
  });
});
