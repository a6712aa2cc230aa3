import type { ColumnSchema } from '../../domain/column.ts';
import { joined, sql, trusted, type SqlText } from '../../domain/sql-text.ts';
import { columnAt, columnNamed } from './scalars.ts';

/** A column by which the rows are ordered, beside those of the relation. */
interface OrderTerm {
  readonly name: SqlText;
  /** Its direction and the place of nulls. */
  readonly direction: SqlText;
}

/** A query of a relation. */
export interface SqlQuery {
  /** Its columns are `c0`, `c1`, …, then those of the order. */
  readonly text: SqlText;
  readonly columns: readonly ColumnSchema[];
  /** The most significant first; empty: the rows have no order. */
  readonly order: readonly OrderTerm[];
}

/** A query whose rows have no order. */
export function queryOf(text: SqlText, columns: readonly ColumnSchema[]): SqlQuery {
  return { text, columns, order: [] };
}

/** The columns of the relation. */
export function columnsOf({ columns }: SqlQuery): readonly SqlText[] {
  return columns.map((_, place) => columnAt(place));
}

/** The terms of ORDER BY. */
export function ordered({ order }: SqlQuery): SqlText {
  return joined(
    order.map(({ name, direction }) => sql`${name} ${direction}`),
    ', ',
  );
}

/** One of the rows that are equal in all columns. */
export function distinctRows(query: SqlQuery): SqlQuery {
  return { ...query, text: sql`SELECT DISTINCT * FROM (${query.text}) AS q` };
}

/** The rows of which there are so many with equal keys. */
export function rowsWithCopies(
  query: SqlQuery,
  keys: readonly string[],
  test: '= 1' | '> 1',
): SqlQuery {
  const by = keys.map((name) => columnNamed(query.columns, name));
  const counted = sql`SELECT *, count(*) OVER (PARTITION BY ${joined(by, ', ')}) AS n`;
  const cells = joined([...columnsOf(query), ...query.order.map(({ name }) => name)], ', ');
  const text = sql`SELECT ${cells} FROM (${counted} FROM (${query.text}) AS q) AS q`;
  return { ...query, text: sql`${text} WHERE n ${trusted(test)}` };
}
