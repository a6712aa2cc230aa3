import { randomUUID } from 'node:crypto';
import { createPrismaClient } from '../../../prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { claimDueEntries } from './outbox-store.ts';
import { insertRun } from './run-lifecycle-store.ts';

const NOT_DUE = 5_000;

let database: TestDatabase;
const flowId = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  const { client } = database;
  await client.project.create({ data: { id: 'p', name: 'P', nameKey: 'p', color: 'violet' } });
  await client.flow.create({ data: { id: flowId, projectId: 'p', name: 'F', graphJson: '{}' } });
});

afterAll(() => database.drop());

async function handedOver(): Promise<string> {
  const id = randomUUID();
  await insertRun(database.client, {
    id,
    flowId,
    engine: 'polars',
    trigger: 'manual',
    scheduleId: null,
    inputDatasetId: null,
    inputs: [],
    graph: { nodes: [], edges: [] },
    parameters: null,
    timeoutSeconds: 0,
    isEnqueued: true,
  });
  return id;
}

it('claims the entries that are due, once, and reads none of those that are not', async () => {
  // One connection: what it counted is there when it asks.
  const client = createPrismaClient(database.url, { poolSize: 1 });
  const [due, other] = [await handedOver(), await handedOver()];
  await client.$executeRaw`
    INSERT INTO run_outbox (run_id, action, due_at)
    SELECT ${other}, 'start', now() + interval '1 day' FROM generate_series(1, ${NOT_DUE})`;
  await client.$executeRaw`UPDATE run_outbox SET due_at = now() - interval '1 s' WHERE run_id = ${due}`;
  await client.$executeRaw`ANALYZE run_outbox`;
  const read = async (): Promise<number> => {
    await client.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
    const [row] = await client.$queryRaw<{ n: bigint }[]>`
      SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_user_tables WHERE relname = 'run_outbox'`;
    return Number(row?.n);
  };
  const before = await read();
  expect(await claimDueEntries(client, 100)).toMatchObject([{ runId: due, attempts: 1 }]);
  expect(await claimDueEntries(client, 100)).toEqual([]);
  expect((await read()) - before).toBeLessThan(100);
  await client.$disconnect();
});
