import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { nanAsNull } from '../canonical-parquet.ts';
import { polarsType, variantOf } from '../../engines/polars/column-types.ts';

/** How a column of some Parquet type becomes one of the five column types. */
export type Conversion = ColumnType | 'wideInteger' | 'time' | 'duration' | 'bytes' | 'nested';

const CONVERSIONS: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ...['Int8', 'Int16', 'Int32', 'Int64', 'UInt8', 'UInt16', 'UInt32'].map(
    (type) => [type, 'integer'] as const,
  ),
  ...['UInt64', 'Int128', 'UInt128'].map((type) => [type, 'wideInteger'] as const),
  ...['Float16', 'Float32', 'Float64', 'Decimal'].map((type) => [type, 'float'] as const),
  ...['Bool', 'Boolean'].map((type) => [type, 'boolean'] as const),
  ...['Date', 'Datetime'].map((type) => [type, 'datetime'] as const),
  ...['String', 'Utf8', 'Categorical', 'Enum', 'Null'].map((type) => [type, 'string'] as const),
  ...['List', 'FixedSizeList', 'Array', 'Struct'].map((type) => [type, 'nested'] as const),
  ['Time', 'time'],
  ['Duration', 'duration'],
  ['Binary', 'bytes'],
]);

/** @throws UserError naming a column whose type has no conversion */
export function conversionOf(series: pl.Series): Conversion {
  const type = typeName(series);
  const conversion = CONVERSIONS.get(type);
  if (conversion !== undefined) return conversion;
  throw new UserError(`Column "${series.name}" has the type ${type}, which cannot be read.`);
}

/** The library throws for types that it has no class for, and names the type in the message. */
function typeName(series: pl.Series): string {
  try {
    return variantOf(series);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return /DataType (\w+)/.exec(message)?.[1] ?? message;
  }
}

type Convert = (polars: PolarsLibrary, column: pl.Expr) => pl.Expr;

const CONVERTERS: Readonly<Record<Conversion, Convert>> = {
  integer: castTo('integer'),
  boolean: castTo('boolean'),
  string: castTo('string'),
  // A zoned datetime becomes UTC by this cast.
  datetime: castTo('datetime'),
  wideInteger: castTo('integer'),
  bytes: castTo('string'),
  float: (polars, column) => nanAsNull(polars, column.cast(polars.Float64, true)),
  time: (_, column) => column.dt.strftime('%H:%M:%S%.f'),
  duration: seconds,
  nested: jsonText,
};

/** The expression that turns a column into one of the five types. */
export function convert(polars: PolarsLibrary, conversion: Conversion, column: pl.Expr): pl.Expr {
  return CONVERTERS[conversion](polars, column);
}

function castTo(type: ColumnType): Convert {
  return (polars, column) => column.cast(polarsType(polars, type), true);
}

/**
 * Seconds of a duration, to the microsecond. A divisor that is one value for all rows would be multiplied
 * by as its reciprocal, which is off by a bit in every third row; here it is a value in each row. Beyond
 * 2^53 microseconds, which are 285 years, the last bit of the seconds stands for two microseconds.
 */
function seconds(polars: PolarsLibrary, column: pl.Expr): pl.Expr {
  const microseconds = column.cast(polars.Duration('us'), true).cast(polars.Int64);
  const million = polars.lit(1e6).cast(polars.Float64);
  const divisor = polars.when(column.isNotNull()).then(million).otherwise(polars.lit(null));
  return microseconds.cast(polars.Float64).div(divisor);
}

/** Only structs can be written as JSON, so the value is wrapped into one and taken out of its text. */
function jsonText(polars: PolarsLibrary, column: pl.Expr): pl.Expr {
  const wrapped = polars.struct([column.alias('v')]).struct.jsonEncode();
  const text = wrapped.str.extract('(?s)^\\{"v":(.*)\\}$', 1);
  return polars.when(column.isNotNull()).then(text).otherwise(polars.lit(null));
}
