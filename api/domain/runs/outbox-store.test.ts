import { createPrismaClient } from '../../../prisma/client.ts';
import { RunRecords, SUCCESS } from '../../../test/support/run-records.ts';
import { claimDueEntries, enqueueCancel } from './outbox-store.ts';
import { finishRun } from './run-lifecycle-store.ts';

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

it('removes the entry that would start a run in the statement that finishes it', async () => {
  const { client } = records;
  const [runId, other] = [
    await records.add({ isEnqueued: true }),
    await records.add({ isEnqueued: true }),
  ];
  await enqueueCancel(client, runId);
  const completion = { ...SUCCESS, status: 'failed', errorMessage: 'rejected' } as const;
  const finish = (attempt: number): Promise<boolean> =>
    finishRun(client, { runId, attempt }, { ...completion, time: new Date() });
  const entries = async (): Promise<readonly (readonly [boolean, string])[]> => {
    const found = await client.runOutbox.findMany({
      where: { runId: { in: [runId, other] } },
      orderBy: { id: 'asc' },
    });
    return found.map((entry) => [entry.runId === runId, entry.action]);
  };
  const before = [
    [true, 'start'],
    [false, 'start'],
    [true, 'cancel'],
  ];
  expect(await finish(2)).toBe(false);
  expect(await entries()).toEqual(before);
  expect(await finish(1)).toBe(true);
  expect(await entries()).toEqual(before.slice(1));
});
