import type { DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { EXACT_DIGITS } from '../../../formats/rounded-decimal.ts';
import type { ColumnType } from '../../../domain/column.ts';
import { isIntegerDecimal } from '../../../domain/types/integer-decimal.ts';

/** How a column is read. */
export interface DuckdbReading {
  readonly type: ColumnType;
  /** The SQL of a cell in the type of the column type, given the SQL of the column. */
  readonly cell: (column: string) => string;
  /** Its integers can need more than 64 bits; `cell` is null for these. */
  readonly isWide?: true;
  /** The digits after the point of decimals that have more digits than a float always keeps. */
  readonly decimalScale?: number;
  /** What it has, for the warning that it is read as text. */
  readonly unknown?: string;
}

const cast =
  (type: string) =>
  (column: string): string =>
    `CAST(${column} AS ${type})`;

const asText = cast('VARCHAR');
const asJson = (column: string): string => asText(`to_json(${column})`);
/** The nearest float of the shortest decimal; a cast of a decimal rounds twice. */
const asDecimalFloat = (column: string): string => notNan(cast('DOUBLE')(asText(column)));

function notNan(column: string): string {
  return `CASE WHEN NOT isnan(${column}) THEN ${column} END`;
}

const INTEGER: DuckdbReading = { type: 'integer', cell: cast('BIGINT') };
const WIDE: DuckdbReading = {
  type: 'integer',
  cell: (column) => `TRY_CAST(${column} AS BIGINT)`,
  isWide: true,
};
const FLOAT: DuckdbReading = { type: 'float', cell: asDecimalFloat };
const MOMENT: DuckdbReading = { type: 'datetime', cell: cast('TIMESTAMP') };
const TEXT: DuckdbReading = { type: 'string', cell: asText };
const NESTED: DuckdbReading = { type: 'string', cell: asJson };

type TypeName = keyof typeof DuckDBTypeId;

const READINGS: Readonly<Partial<Record<TypeName, DuckdbReading>>> = {
  BOOLEAN: { type: 'boolean', cell: (column) => column },
  TINYINT: INTEGER,
  SMALLINT: INTEGER,
  INTEGER,
  BIGINT: INTEGER,
  UTINYINT: INTEGER,
  USMALLINT: INTEGER,
  UINTEGER: INTEGER,
  UBIGINT: WIDE,
  HUGEINT: WIDE,
  UHUGEINT: WIDE,
  // Its own cast fails beyond 64 bits, where others return null.
  BIGNUM: { ...WIDE, cell: (column) => WIDE.cell(asText(column)) },
  FLOAT,
  DOUBLE: { type: 'float', cell: notNan },
  DATE: MOMENT,
  TIMESTAMP: MOMENT,
  TIMESTAMP_S: MOMENT,
  TIMESTAMP_MS: MOMENT,
  TIMESTAMP_NS: MOMENT,
  TIMESTAMP_TZ: { type: 'datetime', cell: (column) => `(${column} AT TIME ZONE 'UTC')` },
  // Durations are seconds.
  INTERVAL: { type: 'float', cell: (column) => `epoch(${column})` },
  TIME: TEXT,
  TIME_TZ: TEXT,
  TIME_NS: TEXT,
  VARCHAR: TEXT,
  ENUM: TEXT,
  UUID: TEXT,
  BLOB: { type: 'string', cell: (column) => `lower(hex(${column}))`, unknown: 'has bytes' },
  LIST: NESTED,
  ARRAY: NESTED,
  STRUCT: NESTED,
  MAP: NESTED,
  UNION: NESTED,
};

/** How a column of a result is read. @param names the names of the types by their ids */
export function readingOf(
  type: DuckDBType,
  names: Readonly<Record<number, string>>,
): DuckdbReading {
  if ('scale' in type && 'width' in type) {
    const { scale, width } = type;
    if (isIntegerDecimal(width, scale)) return INTEGER;
    return width <= EXACT_DIGITS ? FLOAT : { ...FLOAT, decimalScale: scale };
  }
  const readings: Readonly<Record<string, DuckdbReading | undefined>> = READINGS;
  const known = readings[names[type.typeId] ?? ''];
  return known ?? { ...TEXT, unknown: `has the type ${type.toString()}` };
}
