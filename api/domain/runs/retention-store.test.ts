import { randomUUID } from 'node:crypto';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { createRetentionStore } from './retention-store.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let flowId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  flowId = await createFlow(database.client);
});

afterEach(() => database.drop());

async function schedule(lastRunId: string | null = null): Promise<string> {
  const id = randomUUID();
  const data = { id, flowId, cron: '@daily', onlyIfChanged: true, lastRunId };
  await database.client.schedule.create({ data });
  return id;
}

/** A run that was created and finished some days ago. @returns its id */
async function run(days: number, status: string, scheduleId: string | null): Promise<string> {
  const id = randomUUID();
  const time = new Date(Date.now() - days * DAY_MS);
  await database.client.run.create({
    data: {
      id,
      flowId,
      status,
      engine: 'polars',
      trigger: scheduleId === null ? 'manual' : 'schedule',
      scheduleId,
      graphSnapshot: '{}',
      createdAt: time,
      finishedAt: time,
    },
  });
  return id;
}

/** Removes what is older than some days. @returns the runs of the flow that are left, the oldest first */
async function leftAfter(days: number): Promise<readonly string[]> {
  const { client } = database;
  const before = new Date(Date.now() - days * DAY_MS);
  await createRetentionStore(client).older(before).remove(null, 100);
  const runs = await client.run.findMany({ where: { flowId }, orderBy: { createdAt: 'asc' } });
  return runs.map(({ id }) => id);
}

it('retention keeps the latest success of each schedule, with which only_if_changed compares', async () => {
  const [one, other] = [await schedule(), await schedule()];
  await run(50, 'success', one);
  const latest = await run(40, 'success', one);
  const failed = await run(35, 'failed', one);
  await database.client.schedule.update({ where: { id: one }, data: { lastRunId: failed } });
  const newest = await run(5, 'success', other);
  expect(await leftAfter(30)).toEqual([latest, failed, newest]);
});

it('retention removes the latest success of a schedule that was deleted', async () => {
  const deleted = await schedule();
  await run(40, 'success', deleted);
  await database.client.schedule.delete({ where: { id: deleted } });
  const newest = await run(5, 'success', null);
  expect(await leftAfter(30)).toEqual([newest]);
});
