import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../test/support/database.ts';
import { TRANSACTION } from './client.ts';
import { Prisma } from './generated/client.ts';
import { jsonText, queryRows } from './query-rows.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('queryRows', () => {
  it('returns rows with dates, long integers and exact JSON', async () => {
    const row = z.object({ at: z.date(), bytes: z.bigint(), json: jsonText<unknown>() });
    const sql = Prisma.sql`
      SELECT '2026-01-02T03:04:05Z'::timestamptz AS at, 9::bigint AS bytes, '{"n": 9007199254740993}' AS json`;
    expect(await queryRows(database.client, row, sql)).toEqual([
      { at: new Date('2026-01-02T03:04:05Z'), bytes: 9n, json: { n: 9007199254740993n } },
    ]);
  });

  it('takes part in a transaction', async () => {
    const row = z.object({ n: z.int() });
    await database.client.$transaction(async (transaction) => {
      await transaction.setting.create({ data: { key: 'k', value: 1 } });
      const sql = Prisma.sql`SELECT count(*)::int AS n FROM settings`;
      expect(await queryRows(transaction, row, sql)).toEqual([{ n: 1 }]);
    }, TRANSACTION);
  });

  it('names the column that does not have the type of the row schema', async () => {
    const row = z.object({ n: z.int() });
    await expect(queryRows(database.client, row, Prisma.sql`SELECT 'x' AS n`)).rejects.toThrow(
      /do not match their schema at 0\.n: .*expected number, received string/,
    );
  });
});
