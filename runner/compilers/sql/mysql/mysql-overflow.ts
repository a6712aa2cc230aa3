import { sql, type SqlText } from '../../../domain/sql-text.ts';

/** An error of the statement, after which the engine computes it. @param value an integer above 0 */
export function overflow(value: SqlText): SqlText {
  return sql`(9223372036854775807 + ${value})`;
}
