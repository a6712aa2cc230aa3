import { sql } from '../../../domain/sql-text.ts';
import type { SqlDialect } from '../dialect.ts';
import { ANY_TYPE } from '../standard.ts';

/**
 * The aggregates of SQLite that give the values of the engines, by the type of the column. A sum of integers
 * beyond 64 bits is an error, and the engine explains it. SQLite has no deviations.
 */
export const SQLITE_AGGREGATES: SqlDialect['aggregates'] = {
  integer: {
    ...ANY_TYPE,
    sum: (column) => sql`COALESCE(sum(${column}), 0)`,
    mean: (column) => sql`avg(${column})`,
  },
  // Infinities of both signs make null; `total` is 0 for no values.
  float: {
    ...ANY_TYPE,
    sum: (column) => sql`total(${column})`,
    mean: (column) => sql`avg(${column})`,
  },
  boolean: {
    ...ANY_TYPE,
    sum: (column) => sql`COALESCE(sum(${column}), 0)`,
    mean: (column) => sql`avg(${column})`,
  },
  string: ANY_TYPE,
  datetime: ANY_TYPE,
};
