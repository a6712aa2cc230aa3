import { sql, type SqlText } from '../../../domain/sql-text.ts';

/** A float without NaN, which is null in the engines. */
export function notNan(value: SqlText): SqlText {
  return sql`(CASE WHEN NOT isnan(${value}) THEN ${value} END)`;
}
