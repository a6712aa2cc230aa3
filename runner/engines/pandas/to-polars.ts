import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import type { Column, Frame, StringColumn } from './frame.ts';

/** Copies a frame into polars, for the writers that both engines share. */
export function toPolars(library: PolarsLibrary, frame: Frame): pl.DataFrame {
  const series = frame.columns.map((column, index) =>
    toSeries(library, column).rename(frame.names[index] ?? ''),
  );
  return library.DataFrame(series);
}

function toSeries(library: PolarsLibrary, column: Column): pl.Series {
  if (column.type === 'string') return textSeries(library, column);
  const value = library.col('value').cast(polarsType(library, column.type));
  const values = library.Series(column.values).rename('value');
  if (column.validity === null) {
    return library.DataFrame([values]).select(value).getColumn('value');
  }
  const present = library.col('present').eq(library.lit(1));
  return library
    .DataFrame([values, library.Series('present', column.validity)])
    .select(library.when(present).then(value).otherwise(library.lit(null)).alias('value'))
    .getColumn('value');
}

/** Up to here a JS string for each row costs less than looking texts up in polars. */
const SHORT_TEXT_ROWS = 20_000;

/** The texts go over once each; polars looks them up by code. A code of null finds none. */
function textSeries(library: PolarsLibrary, column: StringColumn): pl.Series {
  const { codes, dictionary: texts } = column;
  if (codes.length <= SHORT_TEXT_ROWS) {
    const cells = Array.from(codes, (code) => texts[code] ?? null);
    return library.Series('value', cells, library.String);
  }
  const dictionary = library.DataFrame([
    library.Series(
      'code',
      Int32Array.from(column.dictionary, (_text, code) => code),
    ),
    library.Series('value', [...column.dictionary], library.String),
  ]);
  return library
    .DataFrame([library.Series('code', column.codes)])
    .join(dictionary, { on: 'code', how: 'left', maintainOrder: 'left' })
    .getColumn('value');
}

/** The data type that columns of a type have in polars and in Parquet files. */
export function polarsType(library: PolarsLibrary, type: ColumnType): pl.DataType {
  switch (type) {
    case 'integer':
      return library.Int64;
    case 'float':
      return library.Float64;
    case 'boolean':
      return library.Bool;
    case 'datetime':
      return library.Datetime('us');
    case 'string':
      return library.String;
  }
}
