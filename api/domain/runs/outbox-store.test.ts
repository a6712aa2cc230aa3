import { createPrismaClient } from '../../../prisma/client.ts';
import { RunRecords } from '../../../test/support/run-records.ts';
import { claimDueEntries } from './outbox-store.ts';

const NOT_DUE = 5_000;

let records: RunRecords;

beforeAll(async () => {
  records = await RunRecords.open();
});

afterAll(() => records.close());

it('claims due outbox entries once, and reads no entry that is not due', async () => {
  // One connection, so that its own statistics are flushed before it reads them.
  const client = createPrismaClient(records.database.url, { poolSize: 1 });
  const enqueued = { isEnqueued: true };
  const [due, other] = [await records.add(enqueued), await records.add(enqueued)];
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
