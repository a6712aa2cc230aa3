import mysql, { type FieldPacket } from 'mysql2';
import { EXACT_DIGITS } from '../../../formats/rounded-decimal.ts';
import type { ColumnType } from '../../../domain/column.ts';
import { isIntegerDecimal } from '../../../domain/types/integer-decimal.ts';
import { microsecondsOf } from '../../sql/moments.ts';
import type { RawCell } from './mysql-client.ts';

/** A column has a cell that its type cannot hold, so the rows are read again with another type. */
export class CellDoesNotFit extends Error {
  override readonly name = 'CellDoesNotFit';
}

/** How the cells of a column of the result are written. */
export interface ColumnReading {
  readonly type: ColumnType;
  /** @throws CellDoesNotFit */
  readonly write: (cell: Buffer) => string | null;
  /** What the type is read as; for a warning. Absent: as what it is. */
  readonly remark?: string;
  /** The reading where a cell did not fit. */
  readonly otherwise?: ColumnReading;
  /** What a cell that became null was. */
  readonly lost?: string;
  /** The digits after the point of decimals that have more digits than a float always keeps. */
  readonly decimalScale?: number;
}

const text = (cell: RawCell): string => cell?.toString('utf8') ?? '';
const hex = (cell: Buffer): string => cell.toString('hex');

const TEXT: ColumnReading = { type: 'string', write: text };
const INTEGER: ColumnReading = { type: 'integer', write: text };
const FLOAT: ColumnReading = { type: 'float', write: text };
/** The reading of bytes. */
export const BYTES: ColumnReading = {
  type: 'string',
  write: hex,
  remark: 'has bytes, which are read as hexadecimal digits',
};
const NULLS: ColumnReading = { type: 'null', write: () => null };
const MOMENT: ColumnReading = {
  type: 'datetime',
  write: (cell) => momentOf(text(cell)),
  lost: 'has dates such as 0000-00-00, which no calendar has, and which are null',
};

/** The year 0 is no year of the service. */
function momentOf(date: string): string | null {
  return date.startsWith('0000') ? null : (microsecondsOf(date)?.toString() ?? null);
}

const MAX_INT64 = 2n ** 63n - 1n;

const unsignedWith = (read: (cell: Buffer) => bigint): ColumnReading => ({
  type: 'integer',
  write: (cell) => {
    const value = read(cell);
    if (value > MAX_INT64) throw new CellDoesNotFit();
    return String(value);
  },
  otherwise: {
    type: 'string',
    write: (cell) => String(read(cell)),
    remark: 'has integers beyond 64 bits with a sign, which are read as text',
  },
});

const UNSIGNED = unsignedWith((cell) => BigInt(text(cell)));
const BITS = unsignedWith((cell) => BigInt(`0x${cell.toString('hex')}`));

/** TINYINT(1), which BOOLEAN stands for, may have other numbers. */
const BOOLEAN: ColumnReading = {
  type: 'boolean',
  write: (cell) => {
    const value = text(cell);
    if (value !== '0' && value !== '1') throw new CellDoesNotFit();
    return String(value === '1');
  },
  otherwise: INTEGER,
};

const SIX_DIGITS =
  'has the type FLOAT, of which the server sends six digits; CAST(… AS DOUBLE) has all of them';

/** How the columns of a typed query are read, see `mysqlTypedQuery`. @throws CellDoesNotFit */
export const TYPED_READINGS: Readonly<Record<ColumnType, ColumnReading>> = {
  integer: unsignedWith((cell) => BigInt(text(cell))),
  float: FLOAT,
  boolean: BOOLEAN,
  datetime: {
    type: 'datetime',
    write: (cell) => {
      const moment = momentOf(text(cell));
      if (moment === null) throw new CellDoesNotFit();
      return moment;
    },
  },
  string: TEXT,
  null: NULLS,
};

const UNSIGNED_FLAG = 32;
/** The character set of bytes. */
const BINARY = 63;

/** The readings of types by their codes in the protocol. */
const READINGS: ReadonlyMap<number, (field: FieldPacket) => ColumnReading> = new Map([
  [
    mysql.Types.TINY,
    (field) => (field.columnLength === 1 && !isUnsigned(field) ? BOOLEAN : INTEGER),
  ],
  [mysql.Types.SHORT, () => INTEGER],
  [mysql.Types.INT24, () => INTEGER],
  [mysql.Types.LONG, () => INTEGER],
  [mysql.Types.LONGLONG, (field) => (isUnsigned(field) ? UNSIGNED : INTEGER)],
  [mysql.Types.YEAR, () => INTEGER],
  [mysql.Types.BIT, () => BITS],
  [mysql.Types.FLOAT, (): ColumnReading => ({ ...FLOAT, remark: SIX_DIGITS })],
  [mysql.Types.DOUBLE, () => FLOAT],
  [mysql.Types.DECIMAL, decimalReading],
  [mysql.Types.NEWDECIMAL, decimalReading],
  [mysql.Types.DATE, () => MOMENT],
  [mysql.Types.NEWDATE, () => MOMENT],
  [mysql.Types.DATETIME, () => MOMENT],
  [mysql.Types.TIMESTAMP, () => MOMENT],
  [mysql.Types.TIME, () => TEXT],
  [mysql.Types.JSON, () => TEXT],
  [mysql.Types.NULL, () => NULLS],
  [mysql.Types.GEOMETRY, () => BYTES],
]);

/** How a column of the result is read. What is not known is text, or bytes. */
export function readingOf(field: FieldPacket): ColumnReading {
  const known = READINGS.get(field.columnType ?? -1);
  if (known !== undefined) return known(field);
  return field.characterSet === BINARY ? BYTES : TEXT;
}

/** A decimal is rounded to the nearest float, unless its digits are those of an integer. */
function decimalReading(field: FieldPacket): ColumnReading {
  const { columnLength = 0, decimals } = field;
  const digits = columnLength - (isUnsigned(field) ? 0 : 1);
  if (isIntegerDecimal(digits, decimals)) return INTEGER;
  // The length counts the point too.
  return digits - 1 <= EXACT_DIGITS ? FLOAT : { ...FLOAT, decimalScale: decimals };
}

/** Whether a column has no negative numbers. */
export function isUnsigned({ flags }: FieldPacket): boolean {
  return typeof flags === 'number' && (flags & UNSIGNED_FLAG) !== 0;
}
