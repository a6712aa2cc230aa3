import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import type { Column, Frame, StringColumn, Validity } from './frame.ts';

/** Copies a frame into polars, for the writers that both engines share. */
export function toPolars(library: PolarsLibrary, frame: Frame): pl.DataFrame {
  return library.DataFrame(
    frame.columns.map((column, index) => toSeries(library, column, frame.names[index] ?? '')),
  );
}

/** Up to so many rows it is cheaper to hand over a JS array than to have polars compute. */
const SMALL_ROWS = 20_000;

/** Every call that returns a Series costs a fraction of a millisecond, so there are few of them. */
function toSeries(library: PolarsLibrary, column: Column, name: string): pl.Series {
  if (column.type === 'string') {
    return column.codes.length <= SMALL_ROWS
      ? library.Series(name, textCells(column), library.String)
      : textSeries(library, column).rename(name);
  }
  const { values, validity } = column;
  if (values.length <= SMALL_ROWS && !(values instanceof BigInt64Array)) {
    return smallSeries(library, { name, type: column.type }, numberCells(values, validity));
  }
  const numbers = library.Series(values).cast(polarsType(library, column.type)).rename(name);
  if (validity === null) return numbers;
  const nothing = library.Series('nothing', [null], polarsType(library, column.type));
  return numbers.zipWith(library.Series(validity).cast(library.Bool), nothing);
}

function smallSeries(
  library: PolarsLibrary,
  { name, type }: { readonly name: string; readonly type: Exclude<ColumnType, 'string'> },
  cells: (number | null)[],
): pl.Series {
  switch (type) {
    case 'float':
      return library.Series(name, cells, library.Float64);
    case 'integer':
      return library.Series(name, cells, library.Int64);
    case 'datetime':
      return library.Series(name, cells, library.Int64).cast(library.Datetime('us'));
    case 'boolean': {
      const truths = cells.map((cell) => (cell === null ? null : cell === 1));
      return library.Series(name, truths, library.Bool);
    }
  }
}

function numberCells(values: Float64Array | Uint8Array, validity: Validity): (number | null)[] {
  return Array.from(values, (value, row) => (validity?.[row] === 0 ? null : value));
}

function textCells({ codes, dictionary }: StringColumn): (string | null)[] {
  return Array.from(codes, (code) => dictionary[code] ?? null);
}

/** The texts go over once each; polars takes them by code. That of null, -1, is the last: a null. */
function textSeries(library: PolarsLibrary, { codes, dictionary }: StringColumn): pl.Series {
  return library
    .DataFrame([library.Series('value', [...dictionary, null], library.String)])
    .select(library.col('value').gather(library.Series(codes)))
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
