import { z } from 'zod';
import { Prisma } from '../../prisma/generated/client.ts';
import { queryRows, type QueryClient } from '../../prisma/query-rows.ts';

const timeRow = z.object({ time: z.date() });

/**
 * The time by the clock of the database, in milliseconds. Processes write no other: their clocks differ, and order
 * and `If-Match` depend on what they write.
 */
export async function databaseTime(client: QueryClient): Promise<Date> {
  const [row] = await queryRows(client, timeRow, Prisma.sql`SELECT clock_timestamp() AS time`);
  if (row === undefined) throw new Error('The database returned no time');
  return row.time;
}
