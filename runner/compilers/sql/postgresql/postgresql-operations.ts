import { sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { SqlDialect, SqlOperation } from '../dialect.ts';
import { of, ofTwo } from '../operation.ts';
import { ANY_DIALECT, partsOf } from '../standard.ts';

const part = (name: string): SqlOperation =>
  of((value) => sql`CAST(floor(extract(${trusted(name)} FROM ${value})) AS bigint)`);

/**
 * What PostgreSQL computes as the engines do, by signature. Arithmetic of integers can fail, so no part has it.
 * Arithmetic of floats is an error where a result leaves their range; the engine computes it then.
 */
export const POSTGRESQL_OPERATIONS: SqlDialect['operations'] = {
  ...ANY_DIALECT,
  'divide(float, float)': ofTwo(quotient),
  'negate(float)': of((value) => sql`(- ${value})`),
  // The addition makes 0 of -0.
  'NaN to null(float)': of((value) => sql`(NULLIF(${value}, 'NaN') + 0)`),
  'as float(integer)': of((value) => sql`CAST(${value} AS double precision)`),
  'as integer(boolean)': of((value) => sql`CAST(CAST(${value} AS integer) AS bigint)`),
  'as text(integer)': of((value) => sql`(CAST(${value} AS text) COLLATE "C")`),
  'as text(boolean)': of((value) => sql`(CAST(${value} AS text) COLLATE "C")`),
  'concat(string, string)': ofTwo((left, right) => sql`(${left} || ${right})`),
  'length(string)': of((value) => sql`CAST(length(${value}) AS bigint)`),
  'contains(string, string)': ofTwo((text, found) => sql`(strpos(${text}, ${found}) > 0)`),
  'startswith(string, string)': ofTwo((text, start) => sql`starts_with(${text}, ${start})`),
  'endswith(string, string)': ofTwo((text, end) => sql`(right(${text}, length(${end})) = ${end})`),
  ...partsOf(part),
  'weekday(datetime)': of((value) => sql`CAST(extract(isodow FROM ${value}) - 1 AS bigint)`),
};

/** PostgreSQL fails for a divisor of 0. The product with an infinity has the sign of the quotient. */
function quotient(dividend: SqlText, divisor: SqlText): SqlText {
  const isNegative = sql`CAST(${divisor} AS text) = '-0'`;
  const infinity = sql`CASE WHEN ${isNegative} THEN '-Infinity' ELSE 'Infinity' END`;
  const product = sql`${dividend} * CAST(${infinity} AS double precision)`;
  return sql`(CASE WHEN ${divisor} = 0 THEN ${product} ELSE ${dividend} / ${divisor} END)`;
}
