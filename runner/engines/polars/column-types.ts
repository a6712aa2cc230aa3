import type pl from 'nodejs-polars';
import { COLUMN_TYPES, type ColumnSchema, type ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import type { PolarsLibrary } from './frame.ts';

/** The polars type of a column type, in memory and in Parquet files. */
export function polarsType(polars: PolarsLibrary, type: ColumnType): pl.DataType {
  const [name] = COLUMN_TYPE_TABLE[type].polars;
  return name === 'Datetime' ? polars.Datetime('us') : polars[name];
}

/** A series of nulls without a type, which the constructor of the library cannot make. */
export function nullSeries(polars: PolarsLibrary, name: string, length: number): pl.Series {
  const rows = polars.DataFrame([polars.Series('null', new Uint8Array(length))]);
  const nulls = untypedNull(polars, polars.col('null'));
  return rows.select(nulls.alias(name)).getColumn(name);
}

/** Nulls without a type in place of the cells of a column, since the library cannot cast to that type. */
export function untypedNull(polars: PolarsLibrary, column: pl.Expr): pl.Expr {
  const none = polars.lit(null);
  return polars.when(column.isNull()).then(none).otherwise(none);
}

/** The schema of a frame. @throws Error for a column of another type */
export function columnsOf(frame: pl.DataFrame): ColumnSchema[] {
  // Reading the series instead would cost a third of a millisecond each.
  const types: readonly { readonly variant: string }[] = frame.dtypes;
  return frame.columns.map((name, index) => ({
    name,
    type: columnType(types[index]?.variant ?? ''),
  }));
}

/** The column type of a series. @throws Error for another type */
export function columnTypeOf(series: pl.Series): ColumnType {
  return columnType(variantOf(series));
}

/** The name of a series' polars type. @throws Error for types that the library cannot name */
export function variantOf(series: pl.Series): string {
  return (series.dtype as pl.DataType).variant;
}

const TYPES_BY_VARIANT = new Map(
  COLUMN_TYPES.flatMap((type) =>
    COLUMN_TYPE_TABLE[type].polars.map((variant): [string, ColumnType] => [variant, type]),
  ),
);

function columnType(variant: string): ColumnType {
  const type = TYPES_BY_VARIANT.get(variant);
  if (type === undefined) throw new Error(`Polars type ${variant} has no column type.`);
  return type;
}
