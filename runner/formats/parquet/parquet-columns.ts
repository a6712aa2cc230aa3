import type pl from 'nodejs-polars';
import { COLUMN_TYPES, type ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { SOURCE_TYPE_TABLE, type SourceConversion } from '../../domain/types/source-types.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { nanAsNull } from '../canonical-parquet.ts';
import { divisorInRows } from '../../engines/polars/pinned/divisor-in-rows.ts';
import { unnamedType } from '../../engines/polars/pinned/errors.ts';
import { polarsType, variantOf } from '../../engines/polars/column-types.ts';

/** The conversion of a Parquet type: the column type to cast to, or one of another kind. */
export type Conversion = ColumnType | SourceConversion;

const CONVERSIONS: ReadonlyMap<string, Conversion> = new Map([
  ...Object.values(SOURCE_TYPE_TABLE).flatMap((row) =>
    row.polars.map((name): [string, Conversion] => [
      name,
      'conversion' in row ? row.conversion : row.readAs,
    ]),
  ),
  ...COLUMN_TYPES.flatMap((type) =>
    COLUMN_TYPE_TABLE[type].polars.map((name): [string, Conversion] => [name, type]),
  ),
]);

/** Returns the conversion of a column. @throws UserError when its type has none */
export function conversionOf(series: pl.Series): Conversion {
  const type = typeName(series);
  const conversion = CONVERSIONS.get(type);
  if (conversion !== undefined) return conversion;
  throw new UserError(`Column "${series.name}" has the type ${type}, which cannot be read.`);
}

/** Returns the type's name. For types without a class the library throws an error that names the type. */
export function typeName(series: pl.Series): string {
  try {
    return variantOf(series);
  } catch (error) {
    return unnamedType(error);
  }
}

type Convert = (polars: PolarsLibrary, column: pl.Expr) => pl.Expr;

const CONVERTERS: Readonly<Record<Conversion, Convert>> = {
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
  conversion: Conversion,
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
