import { z } from 'zod';
import type { Database } from '../../prisma/client.ts';
import { Prisma } from '../../prisma/generated/client.ts';
import { queryRows } from '../../prisma/query-rows.ts';

/**
 * Reads many small rows as one JSON text, which is much faster than a row each in the database client.
 * @param row the columns; times are ISO 8601 texts, so use `z.coerce.date()`
 */
export async function jsonRows<Row extends z.ZodType>(
  database: Database,
  row: Row,
  query: Prisma.Sql,
): Promise<z.output<Row>[]> {
  const text = z.string().transform((rows): unknown => JSON.parse(rows));
  // Prisma's client cannot aggregate rows to JSON.
  const [answer] = await queryRows(
    database,
    z.object({ rows: text.pipe(z.array(row)) }),
    Prisma.sql`SELECT COALESCE(json_agg(listed), '[]')::text AS rows FROM (${query}) AS listed`,
  );
  return answer?.rows ?? [];
}
