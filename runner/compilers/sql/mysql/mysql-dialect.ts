import type { ColumnType } from '../../../domain/column.ts';
import { bound, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { SqlDialect } from '../dialect.ts';
import { literalText } from '../literal-text.ts';
import { mysqlAggregates } from './mysql-aggregates.ts';
import { mysqlOperations } from './mysql-operations.ts';
import { overflow } from './mysql-overflow.ts';

/** The collations by which the servers compare the bytes of texts, also blanks at their ends. */
export const BYTE_COLLATIONS = {
  mysql: trusted('utf8mb4_0900_bin'),
  mariadb: trusted('utf8mb4_nopad_bin'),
} as const;

/** MySQL since 8.0.17. */
export const MYSQL: SqlDialect = dialectOf(BYTE_COLLATIONS.mysql);
/** MariaDB. */
export const MARIADB: SqlDialect = dialectOf(BYTE_COLLATIONS.mariadb);

const TYPES: Readonly<Partial<Record<ColumnType, SqlText>>> = {
  integer: trusted('SIGNED'),
  float: trusted('DOUBLE'),
  boolean: trusted('SIGNED'),
  datetime: trusted('DATETIME(6)'),
  string: trusted('CHAR'),
};

/** So many characters of a text the servers compare to sort and group: at least 1024 bytes. */
const KEY_LENGTH = trusted('255');

/** Texts have a collation that orders the bytes of UTF-8 as the engines do; booleans are 1 and 0. */
function dialectOf(collation: SqlText): SqlDialect {
  const byBytes = (text: SqlText): SqlText => sql`(${text} COLLATE ${collation})`;
  const typed = (value: SqlText, type: ColumnType): SqlText | null => {
    const name = TYPES[type];
    if (name === undefined) return null;
    return type === 'string'
      ? byBytes(sql`CONVERT(${value} USING utf8mb4)`)
      : sql`CAST(${value} AS ${name})`;
  };
  const key: SqlDialect['key'] = (value, type) => {
    if (type !== 'string') return value;
    const length = sql`char_length(${value})`;
    const short = byBytes(sql`CAST(${value} AS CHAR(${KEY_LENGTH}))`);
    const long = byBytes(sql`CAST(${overflow(length)} AS CHAR(20))`);
    return sql`(CASE WHEN ${length} <= ${KEY_LENGTH} THEN ${short} WHEN ${length} > 0 THEN ${long} END)`;
  };
  return {
    literal: (type, value) => {
      const text = literalText(type, value);
      if (text === null || value === Infinity || value === -Infinity) return null;
      if (typeof value === 'boolean') return trusted(value ? 'TRUE' : 'FALSE');
      return typed(bound(type === 'string' || type === 'datetime' ? text : value), type);
    },
    nullOf: (type) => typed(trusted('NULL'), type),
    noLimit: trusted('LIMIT 18446744073709551615'),
    inIndexOrder: (text) => text,
    key,
    sorted: (column, { descending, nulls }) => {
      const place = trusted(nulls === 'first' ? 'DESC' : 'ASC');
      const direction = trusted(descending ? 'DESC' : 'ASC');
      return sql`${column} IS NULL ${place}, ${column} ${direction}`;
    },
    returned: (value, type) => {
      if (type !== 'float') return value;
      // The servers know -0, and send 0. Of a rounded float they send all digits.
      const isNegativeZero = sql`${value} = 0 AND atan2(${value}, -1) < 0`;
      return sql`(CASE WHEN ${isNegativeZero} THEN '-0' ELSE CAST(${value} AS CHAR(400)) END)`;
    },
    // The servers sort the values of a list, and have no common syntax for its rows.
    isIn: (value, list) => sql`(${value} IN (${list}))`,
    operations: mysqlOperations(byBytes),
    aggregates: mysqlAggregates(key),
  };
}
