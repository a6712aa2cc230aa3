import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { Dtype } from '../../../domain/column.ts';
import { bound, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { SqlDialect } from '../dialect.ts';
import { literalText } from '../literal-text.ts';
import { STANDARD_ROWS } from '../standard.ts';
import { DUCKDB_AGGREGATES } from './duckdb-aggregates.ts';
import { DUCKDB_OPERATIONS } from './duckdb-operations.ts';

/** DuckDB, which orders texts by code point. */
export const DUCKDB: SqlDialect = {
  literal: (type, value) => {
    const text = literalText(type, value);
    return text === null || type === 'null' ? null : typed(bound(text), type);
  },
  nullOf: (type) => (type === 'null' ? null : typed(trusted('NULL'), type)),
  noLimit: trusted(''),
  inIndexOrder: (text) => text,
  ...STANDARD_ROWS,
  operations: DUCKDB_OPERATIONS,
  aggregates: DUCKDB_AGGREGATES,
};

function typed(value: SqlText, type: Dtype): SqlText {
  return sql`CAST(${value} AS ${trusted(COLUMN_TYPE_TABLE[type].sql.duckdb)})`;
}
