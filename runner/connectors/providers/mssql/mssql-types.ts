import { ROUNDED_VALUES } from '../../../formats/rounded-decimal.ts';
import type { ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { isIntegerDecimal } from '../../../domain/types/integer-decimal.ts';
import type { RawCell } from './mssql-client.ts';

/** A column of a result, as the driver describes it. */
export interface ResultColumn {
  readonly colName: string;
  readonly type: { readonly name: string };
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
}

/** How the cells of a column are written. */
export interface ColumnReading {
  readonly type: ColumnType;
  readonly write: (cell: RawCell) => string;
  /** What the type is read as; for a warning. Absent: as what it is. */
  readonly remark?: string | undefined;
  /** Whether a decimal that was written may have lost digits. Absent: no. */
  readonly rounds?: boolean;
}

const TEXT: ColumnReading = { type: 'string', write: String };
const INTEGER: ColumnReading = { type: 'integer', write: String };
const FLOAT: ColumnReading = { type: 'float', write: String };
const BOOLEAN: ColumnReading = { type: 'boolean', write: String };
const BYTES: ColumnReading = {
  type: 'string',
  write: (cell) => (Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)),
  remark: 'has bytes, which are read as hexadecimal digits',
};
const MOMENT: ColumnReading = { type: 'datetime', write: (cell) => String(microseconds(cell)) };
const TIME: ColumnReading = { type: 'string', write: timeOf };

/** The driver adds what is finer than a millisecond, in seconds. */
function isMoment(cell: RawCell): cell is Date & { readonly nanosecondsDelta?: number } {
  return cell instanceof Date;
}

function microseconds(cell: RawCell): bigint {
  if (!isMoment(cell)) throw new Error('The driver sent no date');
  return BigInt(cell.getTime()) * 1000n + BigInt(Math.trunc(tenthsOfMicrosecond(cell) / 10));
}

function tenthsOfMicrosecond({ nanosecondsDelta = 0 }: { nanosecondsDelta?: number }): number {
  return Math.round(nanosecondsDelta * 1e7);
}

/** A time of the day with the digits that it has. */
function timeOf(cell: RawCell): string {
  if (!isMoment(cell)) throw new Error('The driver sent no time');
  let fraction = `${cell.toISOString().slice(20, 23)}${String(tenthsOfMicrosecond(cell)).padStart(4, '0')}`;
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${cell.toISOString().slice(11, 19)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Digits after the point of a sum of money. */
const MONEY_SCALE = 4;

/** The readings by the names of types in the driver. */
const READINGS: ReadonlyMap<string, ColumnReading> = new Map([
  ...['TinyInt', 'SmallInt', 'Int', 'BigInt', 'IntN'].map((name) => [name, INTEGER] as const),
  ...['Real', 'Float', 'FloatN', 'SmallMoney'].map((name) => [name, FLOAT] as const),
  ...['Bit', 'BitN'].map((name) => [name, BOOLEAN] as const),
  ...['DateTime', 'SmallDateTime', 'DateTimeN', 'Date', 'DateTime2', 'DateTimeOffset'].map(
    (name) => [name, MOMENT] as const,
  ),
  ...['Char', 'NChar', 'VarChar', 'NVarChar', 'Text', 'NText', 'UniqueIdentifier', 'Xml'].map(
    (name) => [name, TEXT] as const,
  ),
  ...['Binary', 'VarBinary', 'Image', 'UDT'].map((name) => [name, BYTES] as const),
  ['Time', TIME],
  ['Null', { type: 'null', write: () => '' }],
]);

/** How a column of the result is read. */
export function readingOf(column: ResultColumn): ColumnReading {
  const { name } = column.type;
  if (/^(Decimal|Numeric)/.test(name)) return decimalReading(column);
  if (name.startsWith('Money')) return new DecimalReading(MONEY_SCALE);
  return (
    READINGS.get(name) ?? {
      ...BYTES,
      remark: `has the type ${name}, which is read as text`,
    }
  );
}

/** The driver decodes a decimal as a float, so only its magnitude shows that digits may be lost. */
class DecimalReading implements ColumnReading {
  readonly type = 'float';
  readonly #exactBelow: number;
  #isLong = false;

  constructor(scale: number) {
    this.#exactBelow = Number.MAX_SAFE_INTEGER / 10 ** scale;
  }

  get rounds(): boolean {
    return this.#isLong;
  }

  get remark(): string | undefined {
    return this.#isLong
      ? `has decimals of more than 15 digits, which a float rounds, ${ROUNDED_VALUES}; cast it to text in a query to keep all digits`
      : undefined;
  }

  readonly write = (cell: RawCell): string => {
    this.#isLong ||= Math.abs(Number(cell)) > this.#exactBelow;
    return String(cell);
  };
}

/**
 * A decimal is rounded to the nearest float, unless its digits are those of an integer. The driver decodes it as
 * a float, so an integer that a float does not hold is refused.
 */
function decimalReading({ colName, precision = 38, scale = 0 }: ResultColumn): ColumnReading {
  if (!isIntegerDecimal(precision, scale)) return new DecimalReading(scale);
  return {
    type: 'integer',
    write: (cell) => {
      if (Number.isSafeInteger(cell)) return String(cell);
      throw new UserError(
        `The column "${colName}" has a decimal beyond 9007199254740991, which the driver would round. Read it as CAST(… AS bigint).`,
      );
    },
  };
}
