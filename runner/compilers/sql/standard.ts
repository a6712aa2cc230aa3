import { sql, trusted } from '../../domain/sql-text.ts';
import type { SqlAggregate, SqlDialect, SqlOperation } from './dialect.ts';
import { of, ofTwo } from './operation.ts';

/** The aggregates that every dialect computes alike, for every type. */
export const ANY_TYPE: Readonly<Record<'count' | 'nunique' | 'min' | 'max', SqlAggregate>> = {
  count: (column) => sql`count(${column})`,
  nunique: (column) => sql`count(DISTINCT ${column})`,
  min: (column) => sql`min(${column})`,
  max: (column) => sql`max(${column})`,
};

/** The operations that every dialect computes alike. */
export const ANY_DIALECT: SqlDialect['operations'] = {
  'add(float, float)': ofTwo((left, right) => sql`(${left} + ${right})`),
  'subtract(float, float)': ofTwo((left, right) => sql`(${left} - ${right})`),
  'multiply(float, float)': ofTwo((left, right) => sql`(${left} * ${right})`),
  'abs(float)': of((value) => sql`abs(${value})`),
  'floor(float)': of((value) => sql`floor(${value})`),
  'ceil(float)': of((value) => sql`ceil(${value})`),
  'as boolean(integer)': of((value) => sql`(${value} <> 0)`),
  'as boolean(float)': of((value) => sql`(${value} <> 0)`),
};

/** How standard SQL sorts, groups, looks up and returns. */
export const STANDARD_ROWS: Pick<SqlDialect, 'key' | 'sorted' | 'isIn' | 'returned'> = {
  key: (value) => value,
  returned: (value) => value,
  sorted: (column, { descending, nulls }) => {
    const direction = trusted(descending ? 'DESC' : 'ASC');
    return sql`${column} ${direction} ${trusted(nulls === 'first' ? 'NULLS FIRST' : 'NULLS LAST')}`;
  },
  // A database looks up rows of a table, and compares with values of a list one by one.
  isIn: (value, list) => sql`(${value} IN (VALUES ${list}))`,
};

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The operations that take a datetime apart. @param part of a name */
export function partsOf(
  part: (name: (typeof PARTS)[number]) => SqlOperation,
): SqlDialect['operations'] {
  return Object.fromEntries(PARTS.map((name) => [`${name}(datetime)`, part(name)]));
}
