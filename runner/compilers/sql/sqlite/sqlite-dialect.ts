import type { ColumnType } from '../../../domain/column.ts';
import type { BoundValue } from '../../../domain/sql-source.ts';
import { bound, trusted } from '../../../domain/sql-text.ts';
import type { LiteralValue } from '../../../expressions/literal.ts';
import type { SqlDialect } from '../dialect.ts';
import { literalText } from '../literal-text.ts';
import { STANDARD_ROWS } from '../standard.ts';
import { SQLITE_AGGREGATES } from './sqlite-aggregates.ts';
import { SQLITE_OPERATIONS } from './sqlite-operations.ts';

/**
 * SQLite, whose values have types, not its columns: booleans are 0 and 1, datetimes microseconds since 1970.
 * Texts have no collation of a column, so they are ordered by their bytes. No float is NaN.
 */
export const SQLITE: SqlDialect = {
  literal: (type, value) => {
    if (type === 'null' || literalText(type, value) === null) return null;
    if (typeof value === 'boolean') return trusted(value ? 'TRUE' : 'FALSE');
    return bound(valueOf(type, value));
  },
  nullOf: (type) => (type === 'null' ? null : trusted('NULL')),
  noLimit: trusted('LIMIT -1'),
  inIndexOrder: (text) => text,
  ...STANDARD_ROWS,
  operations: SQLITE_OPERATIONS,
  aggregates: SQLITE_AGGREGATES,
};

/** The driver sends a number as a float, and a bigint as an integer. */
function valueOf(type: ColumnType, value: LiteralValue): BoundValue {
  if (type === 'float') return Number(value);
  return typeof value === 'number' ? BigInt(value) : value;
}
