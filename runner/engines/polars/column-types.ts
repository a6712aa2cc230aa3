import type pl from 'nodejs-polars';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import type { PolarsLibrary } from './frame.ts';

/** The polars type of each of the five column types. */
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

/** Schema of a frame that has only the five column types. @throws Error on any other type */
export function columnsOf(frame: pl.DataFrame): ColumnSchema[] {
  // Not by its series: the library takes a third of a millisecond to make each.
  const types: readonly { readonly variant: string }[] = frame.dtypes;
  return frame.columns.map((name, index) => ({
    name,
    type: columnType(types[index]?.variant ?? ''),
  }));
}

/** Name of the polars type of a series. @throws Error for types that the library cannot name */
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
      throw new Error(`A frame has a column of the type ${variant}.`);
  }
}
