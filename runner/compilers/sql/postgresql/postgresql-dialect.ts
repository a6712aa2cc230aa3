import type { Dtype } from '../../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import { bound, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { SqlDialect } from '../dialect.ts';
import { literalText } from '../literal-text.ts';
import { STANDARD_ROWS } from '../standard.ts';
import { POSTGRESQL_AGGREGATES } from './postgresql-aggregates.ts';
import { POSTGRESQL_OPERATIONS } from './postgresql-operations.ts';

/** PostgreSQL. Texts have the collation "C", which orders the bytes of UTF-8 as the engines do. */
export const POSTGRESQL: SqlDialect = {
  // A value is read from its text once, in a subquery, and not for each row.
  literal: (type, value) => {
    const text = literalText(type, value);
    return text === null || type === 'null' ? null : sql`(SELECT ${typed(bound(text), type)})`;
  },
  nullOf: (type) => (type === 'null' ? null : typed(trusted('NULL'), type)),
  noLimit: trusted(''),
  inIndexOrder: (text) => sql`(${text} COLLATE "default")`,
  ...STANDARD_ROWS,
  operations: POSTGRESQL_OPERATIONS,
  aggregates: POSTGRESQL_AGGREGATES,
};

function typed(value: SqlText, type: Dtype): SqlText {
  const cast = sql`CAST(${value} AS ${trusted(COLUMN_TYPE_TABLE[type].sql.postgresql)})`;
  return type === 'string' ? sql`(${cast} COLLATE "C")` : cast;
}
