import { sql, trusted } from '../../../domain/sql-text.ts';
import type { SqlDialect, SqlOperation } from '../dialect.ts';
import { of, ofTwo } from '../operation.ts';
import { ANY_DIALECT, partsOf } from '../standard.ts';
import { notNan } from './duckdb-numbers.ts';

const part = (name: string): SqlOperation =>
  of((value) => sql`CAST(extract(${trusted(name)} FROM ${value}) AS BIGINT)`);

/**
 * What DuckDB computes as the engines do, by signature. Arithmetic of integers can fail, so no part has it.
 * Arithmetic of floats follows IEEE 754.
 */
export const DUCKDB_OPERATIONS: SqlDialect['operations'] = {
  ...ANY_DIALECT,
  'divide(float, float)': ofTwo((left, right) => sql`(${left} / ${right})`),
  'negate(float)': of((value) => sql`(- ${value})`),
  'NaN to null(float)': of(
    (value) => sql`(CASE WHEN ${value} = 0 THEN 0 ELSE ${notNan(value)} END)`,
  ),
  'as float(integer)': of((value) => sql`CAST(${value} AS DOUBLE)`),
  'as integer(boolean)': of((value) => sql`CAST(${value} AS BIGINT)`),
  'as text(integer)': of((value) => sql`CAST(${value} AS VARCHAR)`),
  'as text(boolean)': of((value) => sql`CAST(${value} AS VARCHAR)`),
  'concat(string, string)': ofTwo((left, right) => sql`(${left} || ${right})`),
  'length(string)': of((value) => sql`length(${value})`),
  'contains(string, string)': ofTwo((text, found) => sql`contains(${text}, ${found})`),
  'startswith(string, string)': ofTwo((text, start) => sql`starts_with(${text}, ${start})`),
  'endswith(string, string)': ofTwo((text, end) => sql`ends_with(${text}, ${end})`),
  ...partsOf(part),
  'weekday(datetime)': of((value) => sql`(extract(isodow FROM ${value}) - 1)`),
};
