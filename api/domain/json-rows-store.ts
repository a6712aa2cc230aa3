import type { Database } from '../../prisma/client.ts';
import { Prisma } from '../../prisma/generated/client.ts';

/**
 * Reads many small rows as one JSON text: the client of the database takes far longer to make a row of
 * each. Times come as ISO 8601 texts.
 */
export async function jsonRows<T>(database: Database, query: Prisma.Sql): Promise<T[]> {
  const [answer] = await database.$queryRaw<{ rows: string }[]>(
    Prisma.sql`SELECT COALESCE(json_agg(listed), '[]')::text AS rows FROM (${query}) AS listed`,
  );
  return JSON.parse(answer?.rows ?? '[]') as T[];
}
