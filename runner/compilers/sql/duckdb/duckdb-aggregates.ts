import { sql } from '../../../domain/sql-text.ts';
import type { SqlAggregate, SqlDialect } from '../dialect.ts';
import { ANY_TYPE } from '../standard.ts';
import { notNan } from './duckdb-numbers.ts';

/** Infinities of both signs make NaN, which is null. */
const number = (aggregate: SqlAggregate): SqlAggregate => {
  return (column) => notNan(sql`CAST(${aggregate(column)} AS DOUBLE)`);
};

/**
 * The aggregates of DuckDB that give the values of the engines, by the type of the column. A sum of integers
 * beyond 64 bits is an error, and the engine explains it.
 */
export const DUCKDB_AGGREGATES: SqlDialect['aggregates'] = {
  integer: {
    ...ANY_TYPE,
    sum: (column) => sql`CAST(COALESCE(sum(${column}), 0) AS BIGINT)`,
    mean: number((column) => sql`avg(${column})`),
    std: number((column) => sql`stddev_samp(${column})`),
    var: number((column) => sql`var_samp(${column})`),
  },
  // A deviation of infinite values is an error.
  float: {
    ...ANY_TYPE,
    sum: number((column) => sql`COALESCE(sum(${column}), 0)`),
    mean: number((column) => sql`sum(${column}) / NULLIF(count(${column}), 0)`),
  },
  boolean: {
    ...ANY_TYPE,
    min: (column) => sql`bool_and(${column})`,
    max: (column) => sql`bool_or(${column})`,
    sum: (column) => sql`count(*) FILTER (WHERE ${column})`,
    mean: number((column) => sql`avg(CAST(${column} AS INTEGER))`),
  },
  string: ANY_TYPE,
  datetime: ANY_TYPE,
};
