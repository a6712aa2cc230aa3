import type pl from 'nodejs-polars';
import { COLUMN_TYPES, type ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { isIntegerDecimal } from '../../domain/types/integer-decimal.ts';
import { SOURCE_TYPE_TABLE, type SourceConversion } from '../../domain/types/source-types.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { nanAsNull } from '../canonical-parquet.ts';
import { divisorInRows } from '../../engines/polars/pinned/divisor-in-rows.ts';
import { unnamedType } from '../../engines/polars/pinned/errors.ts';
import { polarsType, variantOf } from '../../engines/polars/column-types.ts';
import { unreadableColumn } from './reject-unreadable-types.ts';

/** The conversion of a type of polars: the column type to cast to, or one of another kind. */
export type PolarsConversion = ColumnType | SourceConversion;
/** `pages`: polars does not read the column. */
export type Conversion = PolarsConversion | 'pages';

/**
 * What wrote a file. In the result of a script, bytes that are not marked as text must be UTF-8, else they are
 * hexadecimal digits; and all decimals are floats, since pandas derives their digits from the rows.
 */
export type ParquetOrigin = 'file' | 'script';

const CONVERSIONS: ReadonlyMap<string, PolarsConversion> = new Map([
  ...Object.values(SOURCE_TYPE_TABLE).flatMap((row) =>
    row.polars.map((name): [string, PolarsConversion] => [
      name,
      'conversion' in row ? row.conversion : row.readAs,
    ]),
  ),
  ...COLUMN_TYPES.flatMap((type) =>
    COLUMN_TYPE_TABLE[type].polars.map((name): [string, PolarsConversion] => [name, type]),
  ),
]);

/** Returns the conversion of a column. @throws UserError when its type has none */
export function conversionOf(series: pl.Series, origin: ParquetOrigin): PolarsConversion {
  const type = typeName(series);
  if (origin === 'file' && type === 'Decimal' && isIntegerSeries(series)) return 'integer';
  const conversion = CONVERSIONS.get(type);
  if (conversion !== undefined) return conversion;
  throw unreadableColumn(series.name, type);
}

/** The precision and scale of decimals. */
export interface DecimalType {
  readonly precision?: number;
  readonly scale?: number;
}

function isIntegerSeries(series: pl.Series): boolean {
  const { precision = Infinity, scale = 0 } = series.dtype as DecimalType;
  return isIntegerDecimal(precision, scale);
}

/**
 * Returns the type's name. For types without a class the library throws an error that names the type, or the
 * one within it.
 */
export function typeName(series: pl.Series): string {
  try {
    return variantOf(series);
  } catch (error) {
    return nestingType(series) ?? unnamedType(error);
  }
}

/** The types that have others within them, as the library prints them. */
const NESTING_TYPES: ReadonlyMap<string, string> = new Map([
  ['list', 'List'],
  ['array', 'Array'],
  ['struct', 'Struct'],
]);
const PRINTED_NESTING = /^Series: '' \[(list|array|struct)\[/m;

function nestingType(series: pl.Series): string | null {
  const [, nesting = ''] = PRINTED_NESTING.exec(printed(series)) ?? [];
  return NESTING_TYPES.get(nesting) ?? null;
}

/** The text of a series, with its type, under an empty name. */
function printed(series: pl.Series): string {
  const unnamed: { toString(): string } = series.alias('');
  return unnamed.toString();
}

const NANOSECONDS = 'ns';
const PRINTED_NANOSECONDS = /^Series: '' \[duration\[ns\]\]/m;

/** Whether the values of a series are datetimes or durations in nanoseconds. */
export function hasNanoseconds(series: pl.Series): boolean {
  const type = typeName(series);
  if (type === 'Datetime') {
    return (series.dtype as { readonly timeUnit?: string }).timeUnit === NANOSECONDS;
  }
  // The library says of every duration that its unit is the millisecond.
  return type === 'Duration' && PRINTED_NANOSECONDS.test(printed(series));
}

const LIST_LENGTH = 'list['.length;
const PRINTED_CATEGORIES = /^Series: '' \[((?:list\[)+)(?:cat|enum)\]/m;

/**
 * Makes texts of categories in lists: the library's process aborts when it encodes those as JSON.
 * @param column the expression of the series
 */
export function categoriesAsText(
  polars: PolarsLibrary,
  series: pl.Series,
  column: pl.Expr,
): pl.Expr {
  // To print a series takes a millisecond, and a table may have thousands of columns.
  if (typeName(series) !== 'List') return column;
  const lists = PRINTED_CATEGORIES.exec(printed(series))?.[1];
  if (lists === undefined) return column;
  let type: pl.DataType = polars.String;
  for (let depth = lists.length / LIST_LENGTH; depth > 0; depth -= 1) type = polars.List(type);
  return column.cast(type, true);
}

type Convert = (polars: PolarsLibrary, column: pl.Expr) => pl.Expr;

const CONVERTERS: Readonly<Record<PolarsConversion, Convert>> = {
  null: (_, column) => column,
  integer: castTo('integer'),
  boolean: castTo('boolean'),
  string: castTo('string'),
  // The cast converts a zoned datetime to UTC.
  datetime: castTo('datetime'),
  wideInteger: castTo('integer'),
  utf8: castTo('string'),
  float: (polars, column) => nanAsNull(polars, column.cast(polars.Float64, true)),
  // The library's own cast rounds twice where the digits without the point are beyond 2^53.
  decimal: (polars, column) => column.cast(polars.String, true).cast(polars.Float64, true),
  time: (_, column) => column.dt.strftime('%H:%M:%S%.f'),
  seconds,
  json: jsonText,
};

/** Returns the expression that converts a column to a column type. */
export function convertColumn(
  polars: PolarsLibrary,
  conversion: PolarsConversion,
  column: pl.Expr,
): pl.Expr {
  return CONVERTERS[conversion](polars, column);
}

function castTo(type: ColumnType): Convert {
  return (polars, column) => column.cast(polarsType(polars, type), true);
}

/** Converts a duration to seconds with a resolution of one microsecond up to 285 years (2^53 microseconds). */
function seconds(polars: PolarsLibrary, column: pl.Expr): pl.Expr {
  const microseconds = column.cast(polars.Duration('us'), true).cast(polars.Int64);
  const million = polars.lit(1e6).cast(polars.Float64);
  return microseconds.cast(polars.Float64).div(divisorInRows(polars, million, column));
}

/** Encodes a value as JSON. Only structs can be encoded, so wrap the value and unwrap its text. */
function jsonText(polars: PolarsLibrary, column: pl.Expr): pl.Expr {
  const wrapped = polars.struct([column.alias('v')]).struct.jsonEncode();
  const text = wrapped.str.extract('(?s)^\\{"v":(.*)\\}$', 1);
  return polars.when(column.isNotNull()).then(text).otherwise(polars.lit(null));
}
