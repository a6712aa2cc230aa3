import type { ColumnType } from '../../domain/column.ts';
import type { SqlText } from '../../domain/sql-text.ts';
import type { Aggregate } from '../../expressions/aggregates.ts';
import type { LiteralValue } from '../../expressions/literal.ts';

/** The databases that compute parts of plans. */
export type DialectName = 'postgresql' | 'duckdb' | 'sqlite' | 'mysql' | 'mariadb';

/** An operation over the SQL of its arguments. */
export type SqlOperation = (args: readonly SqlText[]) => SqlText;

/** An aggregate over the SQL of a column. */
export type SqlAggregate = (column: SqlText) => SqlText;

/** The direction of a sort key, and the place of nulls, whatever the direction. */
export interface SortOrder {
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
}

/**
 * How a database computes what the engines compute. A dialect has only what gives exactly the values of the
 * engines: null where they give null, and no NaN. What it lacks stays in the engine. A result beyond the range
 * of a number may be an error instead, after which the engine computes it.
 */
export interface SqlDialect {
  /** The value, bound and cast to its type; null for one that the database cannot hold. */
  literal(type: ColumnType, value: LiteralValue): SqlText | null;
  /** A null of a type; null for a type that the database does not have. */
  nullOf(type: ColumnType): SqlText | null;
  /** The LIMIT of all rows, which some databases need before an OFFSET; empty: none is needed. */
  readonly noLimit: SqlText;
  /** A text in the order of the indexes of columns. Texts that are equal are so in each order. */
  inIndexOrder(text: SqlText): SqlText;
  /**
   * A value by which rows are sorted or grouped. A database may compare only the first part of a text; a longer
   * one is then an error, after which the engine computes it.
   */
  key(value: SqlText, type: ColumnType): SqlText;
  /** A term of ORDER BY. */
  sorted(column: SqlText, order: SortOrder): SqlText;
  /** Whether a value is one of many, separated by commas. It takes a lookup, not a comparison with each. */
  isIn(value: SqlText, list: SqlText): SqlText;
  /** The value of a column of the result as the driver reads it. */
  returned(value: SqlText, type: ColumnType): SqlText;
  /** By signature, such as `length(string)`. */
  readonly operations: Readonly<Record<string, SqlOperation>>;
  /** Aggregates by the type of the column. Missing: the engine computes it. */
  readonly aggregates: Readonly<
    Partial<Record<ColumnType, Readonly<Partial<Record<Aggregate, SqlAggregate>>>>>
  >;
}
