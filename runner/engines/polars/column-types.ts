import type pl from 'nodejs-polars';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import type { PolarsLibrary } from './frame.ts';

/** The polars type of a column type, in memory and in Parquet files. */
export function polarsType(polars: PolarsLibrary, type: ColumnType): pl.DataType {
  switch (type) {
    case 'integer':
      return polars.Int64;
    case 'float':
      return polars.Float64;
    case 'boolean':
      return polars.Bool;
    case 'datetime':
      return polars.Datetime('us');
    case 'string':
      return polars.String;
  }
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

/** The name of a series' polars type. @throws Error for types that the library cannot name */
export function variantOf(series: pl.Series): string {
  return (series.dtype as pl.DataType).variant;
}

function columnType(variant: string): ColumnType {
  switch (variant) {
    case 'Int64':
      return 'integer';
    case 'Float64':
      return 'float';
    case 'Bool':
      return 'boolean';
    case 'Datetime':
      return 'datetime';
    case 'String':
    case 'Utf8':
      return 'string';
    default:
      throw new Error(`Polars type ${variant} has no column type.`);
  }
}
