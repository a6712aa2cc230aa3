import { sql, type SqlText } from '../../../domain/sql-text.ts';
import type { ColumnType } from '../../../domain/column.ts';
import type { SqlAggregate, SqlDialect } from '../dialect.ts';
import { ANY_TYPE } from '../standard.ts';

/** Not the average of the server, which has four decimals more than an integer. Without values it is null. */
const mean: SqlAggregate = (column) =>
  sql`(CAST(sum(${column}) AS DOUBLE) / NULLIF(count(${column}), 0))`;

/** The addition is an error where the result left the range of floats, in which the server adds on. */
const inRange = (value: SqlText): SqlText => sql`(${value} + 0e0)`;

/** Of an integer, the server would send four decimals. */
const std: SqlAggregate = (column) => inRange(sql`stddev_samp(CAST(${column} AS DOUBLE))`);
const variance: SqlAggregate = (column) => inRange(sql`var_samp(CAST(${column} AS DOUBLE))`);

/**
 * The aggregates of MySQL and MariaDB that give the values of the engines, by the type of the column. A number
 * beyond its range is an error, and the engine computes it.
 * @param keyOf see `SqlDialect.key`
 */
export function mysqlAggregates(
  keyOf: (value: SqlText, type: ColumnType) => SqlText,
): SqlDialect['aggregates'] {
  return {
    integer: {
      ...ANY_TYPE,
      // A cast would return the nearest integer for one beyond the range; DIV fails.
      sum: (column) => sql`COALESCE(sum(CAST(${column} AS SIGNED)) DIV 1, 0)`,
      mean,
      std,
      var: variance,
    },
    float: {
      ...ANY_TYPE,
      sum: (column) => inRange(sql`COALESCE(sum(${column}), 0)`),
      mean: (column) => sql`(${inRange(sql`sum(${column})`)} / NULLIF(count(${column}), 0))`,
      std,
      var: variance,
    },
    boolean: {
      ...ANY_TYPE,
      sum: (column) => sql`CAST(COALESCE(sum(${column}), 0) AS SIGNED)`,
      mean,
    },
    string: {
      ...ANY_TYPE,
      nunique: (column) => sql`count(DISTINCT ${keyOf(column, 'string')})`,
    },
    datetime: ANY_TYPE,
  };
}
