import type { ColumnType, Dtype } from '../../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import { bound, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import { datetimeText } from '../../../expressions/kernels/dates.ts';
import type { LiteralValue } from '../../../expressions/typed-expression.ts';
import type { SqlDialect } from '../dialect.ts';
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
  inIndexOrder: (text) => sql`(${text} COLLATE "default")`,
  operations: POSTGRESQL_OPERATIONS,
  aggregates: POSTGRESQL_AGGREGATES,
};

function typed(value: SqlText, type: Dtype): SqlText {
  const cast = sql`CAST(${value} AS ${trusted(COLUMN_TYPE_TABLE[type].sql.postgresql)})`;
  return type === 'string' ? sql`(${cast} COLLATE "C")` : cast;
}

/** Every value is sent as its text. Null: the database cannot hold it, or it is no value of the engines. */
function literalText(type: ColumnType, value: LiteralValue): string | null {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? null : value;
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'bigint' && type === 'datetime') return datetimeText(value);
  return value === null ? null : String(value);
}

function floatText(value: number): string | null {
  if (Number.isNaN(value)) return null;
  return Object.is(value, -0) ? '-0' : String(value);
}
