import { EXACT_DIGITS } from '../../../formats/rounded-decimal.ts';
import type { ColumnType } from '../../../domain/column.ts';
import { isIntegerDecimal } from '../../../domain/types/integer-decimal.ts';

/** A column of a result, as the protocol describes it. */
export interface ResultColumn {
  readonly name: string;
  /** The object id of its type. */
  readonly typeId: number;
  /** Length, or precision and scale, by type; -1: none. */
  readonly modifier: number;
}

/** How a column is read. */
export interface ColumnReading {
  readonly type: ColumnType;
  /** The SQL that reads a cell, given the SQL of the column. */
  readonly cell: (column: string) => string;
  /** Its type is none that the service knows, so its text is read. */
  readonly isUnknown?: true;
  /** Its cells are decimals of more digits than a float always keeps; the scale is null if none is declared. */
  readonly decimal?: { readonly scale: number | null };
}

const asIs = (column: string): string => column;
const asText = (column: string): string => `${column}::text`;
/** The years 1 to 9999 are far from this moment, as which an infinity is read and then refused. */
const INFINITE_MICROSECONDS = 2n ** 63n - 1n;
const microseconds = (column: string): string =>
  `CASE WHEN NOT isfinite(${column}) THEN ${INFINITE_MICROSECONDS}
        ELSE (extract(epoch FROM ${column}) * 1000000)::bigint END`;

const INTEGER: ColumnReading = { type: 'integer', cell: asIs };
const FLOAT: ColumnReading = { type: 'float', cell: asIs };
const TEXT: ColumnReading = { type: 'string', cell: asText };
const MOMENT: ColumnReading = { type: 'datetime', cell: microseconds };

/** The readings by the object ids of the built-in types, which are the same in every release. */
const READINGS: ReadonlyMap<number, ColumnReading> = new Map([
  [16, { type: 'boolean', cell: asText }],
  [21, INTEGER],
  [23, INTEGER],
  [20, INTEGER],
  [26, INTEGER],
  [700, FLOAT],
  [701, FLOAT],
  [25, TEXT],
  [18, TEXT],
  [19, TEXT],
  // Not cast: a cast removes the blanks at the end of char(n).
  [1042, { type: 'string', cell: asIs }],
  [1043, TEXT],
  [2950, TEXT],
  [114, TEXT],
  [3802, TEXT],
  [1083, TEXT],
  [1114, MOMENT],
  [1184, MOMENT],
  // The datetime of a day is its midnight.
  [1082, { type: 'datetime', cell: (column) => microseconds(`${column}::timestamp`) }],
  // Durations are seconds.
  [1186, { type: 'float', cell: (column) => `extract(epoch FROM ${column})` }],
]);

const NUMERIC = 1700;

/** How a column of the result is read. An unknown type is read as its text. */
export function readingOf({ typeId, modifier }: ResultColumn): ColumnReading {
  if (typeId === NUMERIC) return numericReading(modifier);
  return READINGS.get(typeId) ?? { type: 'string', cell: asIs, isUnknown: true };
}

/** A decimal is rounded to the nearest float, unless its digits are those of an integer. */
function numericReading(modifier: number): ColumnReading {
  if (modifier < 0) return { ...FLOAT, decimal: { scale: null } };
  const declared = modifier - 4;
  const precision = declared >> 16;
  const scale = declared & 0x7ff;
  if (isIntegerDecimal(precision, scale)) return INTEGER;
  return precision <= EXACT_DIGITS ? FLOAT : { ...FLOAT, decimal: { scale } };
}
