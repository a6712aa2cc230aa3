import { sql, trusted } from '../../../domain/sql-text.ts';
import type { SqlDialect, SqlOperation } from '../dialect.ts';
import { of, ofTwo } from '../operation.ts';
import { notNan } from './duckdb-numbers.ts';

const part = (name: string): SqlOperation =>
  of((value) => sql`CAST(extract(${trusted(name)} FROM ${value}) AS BIGINT)`);

/**
 * What DuckDB computes as the engines do, by signature. Arithmetic of integers can fail, so no part has it.
 * Arithmetic of floats follows IEEE 754.
 */
export const DUCKDB_OPERATIONS: SqlDialect['operations'] = {
  'add(float, float)': ofTwo((left, right) => sql`(${left} + ${right})`),
  'subtract(float, float)': ofTwo((left, right) => sql`(${left} - ${right})`),
  'multiply(float, float)': ofTwo((left, right) => sql`(${left} * ${right})`),
  'divide(float, float)': ofTwo((left, right) => sql`(${left} / ${right})`),
  'negate(float)': of((value) => sql`(- ${value})`),
  'abs(float)': of((value) => sql`abs(${value})`),
  'floor(float)': of((value) => sql`floor(${value})`),
  'ceil(float)': of((value) => sql`ceil(${value})`),
  'NaN to null(float)': of(
    (value) => sql`(CASE WHEN ${value} = 0 THEN 0 ELSE ${notNan(value)} END)`,
  ),
  'as float(integer)': of((value) => sql`CAST(${value} AS DOUBLE)`),
  'as integer(boolean)': of((value) => sql`CAST(${value} AS BIGINT)`),
  'as boolean(integer)': of((value) => sql`(${value} <> 0)`),
  'as boolean(float)': of((value) => sql`(${value} <> 0)`),
  'as text(integer)': of((value) => sql`CAST(${value} AS VARCHAR)`),
  'as text(boolean)': of((value) => sql`CAST(${value} AS VARCHAR)`),
  'concat(string, string)': ofTwo((left, right) => sql`(${left} || ${right})`),
  'length(string)': of((value) => sql`length(${value})`),
  'contains(string, string)': ofTwo((text, found) => sql`contains(${text}, ${found})`),
  'startswith(string, string)': ofTwo((text, start) => sql`starts_with(${text}, ${start})`),
  'endswith(string, string)': ofTwo((text, end) => sql`ends_with(${text}, ${end})`),
  'year(datetime)': part('year'),
  'month(datetime)': part('month'),
  'day(datetime)': part('day'),
  'hour(datetime)': part('hour'),
  'minute(datetime)': part('minute'),
  'second(datetime)': part('second'),
  'weekday(datetime)': of((value) => sql`(extract(isodow FROM ${value}) - 1)`),
};
