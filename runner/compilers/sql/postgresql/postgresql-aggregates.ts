import { sql } from '../../../domain/sql-text.ts';
import type { SqlAggregate, SqlDialect } from '../dialect.ts';
import { ANY_TYPE } from '../standard.ts';

/** Infinities of both signs make NaN, which is null. */
const number = (aggregate: SqlAggregate): SqlAggregate => {
  return (column) => sql`NULLIF(CAST(${aggregate(column)} AS double precision), 'NaN')`;
};

/**
 * The aggregates of PostgreSQL that give the values of the engines, by the type of the column. A sum of integers
 * beyond 64 bits is an error, and the engine explains it.
 */
export const POSTGRESQL_AGGREGATES: SqlDialect['aggregates'] = {
  integer: {
    ...ANY_TYPE,
    sum: (column) => sql`CAST(COALESCE(sum(${column}), 0) AS bigint)`,
    mean: number((column) => sql`avg(${column})`),
    std: number((column) => sql`stddev_samp(${column})`),
    var: number((column) => sql`var_samp(${column})`),
  },
  float: {
    ...ANY_TYPE,
    sum: number((column) => sql`COALESCE(sum(${column}), 0)`),
    // Not avg, which also adds squares and leaves their range.
    mean: number((column) => sql`sum(${column}) / NULLIF(count(${column}), 0)`),
    std: number((column) => sql`stddev_samp(${column})`),
    var: number((column) => sql`var_samp(${column})`),
  },
  boolean: {
    ...ANY_TYPE,
    min: (column) => sql`bool_and(${column})`,
    max: (column) => sql`bool_or(${column})`,
    sum: (column) => sql`count(*) FILTER (WHERE ${column})`,
    mean: number((column) => sql`avg(CAST(${column} AS integer))`),
  },
  string: ANY_TYPE,
  datetime: ANY_TYPE,
};
