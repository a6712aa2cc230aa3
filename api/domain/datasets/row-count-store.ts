import type { Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';

/** How many rows `SELECT … FROM <from>` has. */
export async function countOf(database: Database, from: Prisma.Sql): Promise<number> {
  const [row] = await database.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM ${from}`;
  return row?.n ?? 0;
}
