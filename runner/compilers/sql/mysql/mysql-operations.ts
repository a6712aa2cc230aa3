import { sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { SqlDialect } from '../dialect.ts';
import { of, ofTwo } from '../operation.ts';
import { ANY_DIALECT, partsOf } from '../standard.ts';

/**
 * What MySQL and MariaDB compute as the engines do, by signature. Arithmetic of integers can fail, so no part has
 * it. Arithmetic of floats is an error where a result leaves their range; the engine computes it then. There is
 * no division, since they have no infinity for a divisor of 0, and no concatenation, which is null where it is
 * longer than `max_allowed_packet`.
 * @param byBytes a text with the collation that compares bytes
 */
export function mysqlOperations(byBytes: (text: SqlText) => SqlText): SqlDialect['operations'] {
  return {
    ...ANY_DIALECT,
    'negate(float)': of((value) => sql`(- ${value})`),
    // The addition makes 0 of -0.
    'NaN to null(float)': of((value) => sql`(${value} + 0e0)`),
    'as float(integer)': of((value) => sql`CAST(${value} AS DOUBLE)`),
    'as integer(boolean)': of((value) => value),
    'as text(integer)': of((value) => byBytes(sql`CAST(${value} AS CHAR)`)),
    'as text(boolean)': of((value) =>
      byBytes(sql`(CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`),
    ),
    'length(string)': of((value) => sql`char_length(${value})`),
    'contains(string, string)': ofTwo((text, found) => sql`(locate(${found}, ${text}) > 0)`),
    'startswith(string, string)': ofTwo(
      (text, start) => sql`(left(${text}, char_length(${start})) = ${start})`,
    ),
    'endswith(string, string)': ofTwo(
      (text, end) => sql`(right(${text}, char_length(${end})) = ${end})`,
    ),
    ...partsOf((name) => of((value) => sql`extract(${trusted(name)} FROM ${value})`)),
    'weekday(datetime)': of((value) => sql`weekday(${value})`),
  };
}
