import type { Column } from 'snowflake-sdk';
import type { ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { MAX_INTEGER_DIGITS } from '../../../domain/types/integer-decimal.ts';
import type { RawCell } from './snowflake-client.ts';

/** What the service needs to know of a column of a result. */
export type ResultColumn = Pick<Column, 'getName' | 'getType' | 'getScale' | 'getPrecision'> &
  Pick<Column, 'isObject' | 'isArray' | 'isMap'>;

/** How the cells of a column are written. */
export interface ColumnReading {
  /** Of an integer it depends on the cells that were written. */
  readonly type: ColumnType;
  /** Null: no value. */
  readonly write: (cell: RawCell) => string | null;
  /** What the type is read as; for a warning. Absent: as what it is. */
  readonly remark?: string | undefined;
}

const TEXT: ColumnReading = { type: 'string', write: String };
const BOOLEAN: ColumnReading = { type: 'boolean', write: String };
const FLOAT: ColumnReading = { type: 'float', write: floatOf };
const MOMENT: ColumnReading = { type: 'datetime', write: (cell) => String(microseconds(cell)) };
const TIME: ColumnReading = { type: 'string', write: timeOf };
const BYTES: ColumnReading = {
  type: 'string',
  write: (cell) => (Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)),
  remark: 'has bytes, which are read as hexadecimal digits',
};

/** No number is no value. */
function floatOf(cell: RawCell): string | null {
  const text = String(cell);
  return text.toLowerCase() === 'nan' ? null : text;
}

/** A date of the driver has what is finer than a millisecond in a method. */
interface Moment {
  getEpochSeconds(): number;
  getNanoSeconds(): number;
}

function microseconds(cell: RawCell): bigint {
  const moment = cell as Moment;
  const fraction = Math.floor(moment.getNanoSeconds() / 1_000);
  return BigInt(moment.getEpochSeconds()) * 1_000_000n + BigInt(fraction);
}

/** A time of the day with the digits that it has. */
function timeOf(cell: RawCell): string {
  let text = String(cell);
  if (!text.includes('.')) return text;
  while (text.endsWith('0')) text = text.slice(0, -1);
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

const MAX_INT64 = 2n ** 63n - 1n;

/** Every integer of Snowflake has 38 digits unless its type says less, so the cells decide what the column is. */
class IntegerReading implements ColumnReading {
  #isWide = false;

  get type(): ColumnType {
    return this.#isWide ? 'string' : 'integer';
  }

  get remark(): string | undefined {
    return this.#isWide
      ? 'has integers beyond 64 bits with a sign, which are read as text'
      : undefined;
  }

  readonly write = (cell: RawCell): string => {
    const text = String(cell);
    if (text.length > MAX_INTEGER_DIGITS) {
      const value = BigInt(text);
      this.#isWide ||= value > MAX_INT64 || value < -MAX_INT64 - 1n;
    }
    return text;
  };
}

/** The readings by the names of types in the protocol. */
const READINGS: ReadonlyMap<string, ColumnReading> = new Map([
  ['text', TEXT],
  ['variant', TEXT],
  ['object', TEXT],
  ['array', TEXT],
  ['map', TEXT],
  ['real', FLOAT],
  ['boolean', BOOLEAN],
  ['date', MOMENT],
  ['timestamp_ntz', MOMENT],
  ['timestamp_ltz', MOMENT],
  ['timestamp_tz', MOMENT],
  ['time', TIME],
  ['binary', BYTES],
]);

/** How a column of the result is read. @throws UserError for a type that the driver does not read exactly */
export function readingOf(column: ResultColumn): ColumnReading {
  const type = column.getType();
  if (type === 'fixed') return column.getScale() === 0 ? new IntegerReading() : FLOAT;
  if (column.isObject() || column.isArray() || column.isMap()) {
    throw new UserError(
      `The column "${column.getName()}" has a structured type, whose numbers the driver would round. Read it as CAST(… AS VARIANT).`,
    );
  }
  return READINGS.get(type) ?? { ...TEXT, remark: `has the type ${type}, which is read as text` };
}
