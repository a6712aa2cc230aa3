import { z } from 'zod';
import { exactJson } from '../runner/domain/exact-json.ts';
import type { Database } from './client.ts';
import type { Prisma } from './generated/client.ts';

/** A client, or the transaction that the statement belongs to. */
export type QueryClient = Pick<Database, '$queryRaw'>;

/**
 * Runs a statement that Prisma's client cannot express and validates its rows.
 * @param row the columns that are read; others are dropped
 * @throws Error when a row does not have the shape: the statement and the schema of its rows differ
 */
export async function queryRows<Row extends z.ZodType>(
  client: QueryClient,
  row: Row,
  sql: Prisma.Sql,
): Promise<z.output<Row>[]> {
  const parsed = z.array(row).safeParse(await client.$queryRaw(sql));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new Error(
    `Rows that a statement returned do not match their schema at ${place}: ${issue?.message}. Correct the statement or the schema.`,
    { cause: parsed.error },
  );
}

/** A text column that holds JSON which Millrace wrote from a value of type `T`. */
export function jsonText<T>(): z.ZodType<T, string> {
  return z.string().transform((text) => exactJson.parse(text) as T);
}
