import type { ColumnSchema } from '../../domain/column.ts';
import { joined, sql, trusted, type SqlText } from '../../domain/sql-text.ts';
import type { SqlDialect } from './dialect.ts';
import { columnAt, keyNamed } from './scalars.ts';

/** A column by which the rows are ordered, beside those of the relation. */
interface OrderTerm {
  readonly name: SqlText;
  /** What stands in ORDER BY. */
  readonly term: SqlText;
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
    order.map(({ term }) => term),
    ', ',
  );
}

/** One of the rows that are equal in all columns. */
export function distinctRows(query: SqlQuery, dialect: SqlDialect): SqlQuery {
  const cells = query.columns.map(
    ({ name }, place) => sql`${keyNamed(query.columns, name, dialect)} AS ${columnAt(place)}`,
  );
  return { ...query, text: sql`SELECT DISTINCT ${joined(cells, ', ')} FROM (${query.text}) AS q` };
}

/** The rows of which there are so many with equal keys. */
export function rowsWithCopies(
  query: SqlQuery,
  keys: readonly string[],
  { test, dialect }: { readonly test: '= 1' | '> 1'; readonly dialect: SqlDialect },
): SqlQuery {
  const by = keys.map((name) => keyNamed(query.columns, name, dialect));
  const counted = sql`SELECT *, count(*) OVER (PARTITION BY ${joined(by, ', ')}) AS n`;
  const cells = joined([...columnsOf(query), ...query.order.map(({ name }) => name)], ', ');
  const text = sql`SELECT ${cells} FROM (${counted} FROM (${query.text}) AS q) AS q`;
  return { ...query, text: sql`${text} WHERE n ${trusted(test)}` };
}
