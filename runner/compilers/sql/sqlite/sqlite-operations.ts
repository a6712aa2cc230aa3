import { sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { SqlDialect, SqlOperation } from '../dialect.ts';
import { of, ofTwo } from '../operation.ts';
import { ANY_DIALECT, partsOf } from '../standard.ts';

/** The formats of the parts of a datetime. */
const FORMATS = { year: '%Y', month: '%m', day: '%d', hour: '%H', minute: '%M', second: '%S' };

/**
 * What SQLite computes as the engines do, by signature. Arithmetic of integers can fail, so no part has it. Where
 * arithmetic of floats gives NaN, SQLite gives null.
 */
export const SQLITE_OPERATIONS: SqlDialect['operations'] = {
  ...ANY_DIALECT,
  'divide(float, float)': ofTwo(quotient),
  // A minus would be the difference from 0, which is never -0.
  'negate(float)': of((value) => sql`(${value} * -1.0)`),
  // The addition makes 0 of -0.
  'NaN to null(float)': of((value) => sql`(${value} + 0.0)`),
  'as float(integer)': of((value) => sql`CAST(${value} AS REAL)`),
  'as integer(boolean)': of((value) => value),
  'as text(integer)': of((value) => sql`CAST(${value} AS TEXT)`),
  'as text(boolean)': of(
    (value) => sql`(CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`,
  ),
  'concat(string, string)': ofTwo((left, right) => sql`(${left} || ${right})`),
  'length(string)': of((value) => sql`length(${value})`),
  'contains(string, string)': ofTwo((text, found) => sql`(instr(${text}, ${found}) > 0)`),
  'startswith(string, string)': ofTwo(
    (text, start) => sql`(substr(${text}, 1, length(${start})) = ${start})`,
  ),
  'endswith(string, string)': ofTwo(endsWith),
  ...partsOf((name) => part(FORMATS[name])),
  'weekday(datetime)': of((value) => sql`((${formatted(value, '%w')} + 6) % 7)`),
};

function part(format: string): SqlOperation {
  return of((value) => formatted(value, format));
}

/** Division of integers truncates, and a second of the time before 1970 is the one below. */
function formatted(value: SqlText, format: string): SqlText {
  const fraction = sql`((${value} % 1000000 + 1000000) % 1000000)`;
  const seconds = sql`((${value} - ${fraction}) / 1000000)`;
  return sql`CAST(strftime('${trusted(format)}', ${seconds}, 'unixepoch') AS INTEGER)`;
}

/** A start before the first character is the first one, so the lengths are compared, too. */
function endsWith(text: SqlText, end: SqlText): SqlText {
  const length = sql`length(${text}) - length(${end})`;
  return sql`(substr(${text}, ${length} + 1) = ${end} AND ${length} >= 0)`;
}

/** SQLite has null for a divisor of 0. The product with an infinity has the sign of the quotient. */
function quotient(dividend: SqlText, divisor: SqlText): SqlText {
  const isNegative = sql`atan2(${divisor}, -1.0) < 0`;
  const infinity = sql`(CASE WHEN ${isNegative} THEN -9e999 ELSE 9e999 END)`;
  return sql`(CASE WHEN ${divisor} = 0 THEN ${dividend} * ${infinity} ELSE ${dividend} / ${divisor} END)`;
}
