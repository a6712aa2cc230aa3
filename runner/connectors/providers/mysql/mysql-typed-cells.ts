import mysql, { type FieldPacket } from 'mysql2';
import type { ColumnType } from '../../../domain/column.ts';
import { sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import { quotedName } from './mysql-literals.ts';
import { BYTES, isUnsigned, readingOf } from './mysql-types.ts';

/** A column as the compiler of plans needs it. */
export interface TypedCell {
  /** The value that the engines would read. */
  readonly value: SqlText;
  /** Whether the engines would read the cell otherwise. Absent: no cell of the type is so. */
  readonly misfit?: SqlText;
}

const { Types } = mysql;
const ZEROFILL_FLAG = 64;
/** The number of decimals of a float that has as many as it needs. */
const ANY_DECIMALS = 31;

/**
 * The typed cell of a column of a result. An integer, a date and a double stay bare, so that indexes serve them.
 * @param byBytes the collation that compares bytes
 * @returns null: the database does not compute with its type
 */
export function typedCell(field: FieldPacket, byBytes: SqlText): TypedCell | null {
  if (field.columnType === Types.GEOMETRY) return null;
  const name = trusted(quotedName(field.name));
  const reading = readingOf(field);
  if (reading !== BYTES) return CELLS[reading.type](name, { field, byBytes });
  // A column of nulls, which a subquery gives a type.
  if (field.columnLength === 0) return null;
  return { value: textOf(sql`LOWER(HEX(${name}))`, byBytes) };
}

interface CellContext {
  readonly field: FieldPacket;
  readonly byBytes: SqlText;
}

const CELLS: Readonly<Record<ColumnType, (cell: SqlText, context: CellContext) => TypedCell>> = {
  boolean: (cell) => ({ value: bitOf(cell), misfit: sql`${cell} NOT IN (0, 1)` }),
  integer: (cell, { field }) => integerCell(cell, field),
  float: (cell, { field }) => ({ value: floatOf(cell, field) }),
  datetime: (cell) => ({ value: cell, misfit: isNoDate(cell) }),
  string: (cell, { byBytes }) => ({ value: textOf(cell, byBytes) }),
  null: () => ({ value: trusted('NULL') }),
};

function textOf(text: SqlText, byBytes: SqlText): SqlText {
  return sql`CONVERT(${text} USING utf8mb4) COLLATE ${byBytes}`;
}

/** An error of the statement if another program wrote another number after the check. */
function bitOf(cell: SqlText): SqlText {
  const changed = sql`9223372036854775807 + ABS(${cell})`;
  return sql`CASE WHEN ${cell} IN (0, 1) THEN ${cell} WHEN ${cell} IS NOT NULL THEN ${changed} END`;
}

function integerCell(cell: SqlText, field: FieldPacket): TypedCell {
  const { columnType, flags } = field;
  const isWide = columnType === Types.BIT || (columnType === Types.LONGLONG && isUnsigned(field));
  const misfit = isWide ? { misfit: sql`${cell} > 9223372036854775807` } : {};
  const isPadded = typeof flags === 'number' && (flags & ZEROFILL_FLAG) !== 0;
  // Of a year, 70 would be 1970.
  const isBare = !isPadded && !ODD_INTEGERS.has(columnType ?? -1);
  return { value: isBare ? cell : sql`CAST(${cell} AS SIGNED)`, ...misfit };
}

const ODD_INTEGERS: ReadonlySet<number> = new Set([
  Types.BIT,
  Types.YEAR,
  Types.DECIMAL,
  Types.NEWDECIMAL,
]);

/** The digits that the server sends may be fewer than those of the number. */
function floatOf(cell: SqlText, { columnType, decimals }: FieldPacket): SqlText {
  if (columnType === Types.DOUBLE && decimals === ANY_DECIMALS) return cell;
  return sql`CAST(CAST(${cell} AS CHAR) AS DOUBLE)`;
}

/** Whether a date is one such as 0000-00-00 or 2024-02-31, which no calendar has. */
function isNoDate(cell: SqlText): SqlText {
  const days = sql`DAYOFMONTH(${cell}) BETWEEN 1 AND DAYOFMONTH(LAST_DAY(${cell}))`;
  return sql`${cell} IS NOT NULL AND NOT COALESCE(YEAR(${cell}) > 0 AND ${days}, FALSE)`;
}
