import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import { polarsType } from '../polars/column-types.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import type { Column, Frame, StringColumn, Validity } from './frame.ts';

/** Copies a frame into polars, for the file writers that both engines share. */
export function toPolars(library: PolarsLibrary, frame: Frame): pl.DataFrame {
  return library.DataFrame(
    frame.columns.map((column, index) => toSeries(library, column, frame.names[index] ?? '')),
  );
}

/** Up to this number of rows, passing a JS array costs less than computing in polars. */
const MAX_SMALL_ROWS = 20_000;

/** Each call that returns a Series costs a fraction of a millisecond, so use few of them. */
function toSeries(library: PolarsLibrary, column: Column, name: string): pl.Series {
  if (column.type === 'string') {
    return column.codes.length <= MAX_SMALL_ROWS
      ? library.Series(name, textCells(column), library.String)
      : textSeries(library, column).rename(name);
  }
  const { values, validity } = column;
  if (values.length <= MAX_SMALL_ROWS && !(values instanceof BigInt64Array)) {
    return smallSeries(library, { name, type: column.type }, numberCells(values, validity));
  }
  const numbers = library.Series(values).cast(polarsType(library, column.type)).rename(name);
  if (validity === null) return numbers;
  const nulls = library.Series('nulls', [null], polarsType(library, column.type));
  return numbers.zipWith(library.Series(validity).cast(library.Bool), nulls);
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
      const booleans = cells.map((cell) => (cell === null ? null : cell === 1));
      return library.Series(name, booleans, library.Bool);
    }
  }
}

function numberCells(values: Float64Array | Uint8Array, validity: Validity): (number | null)[] {
  return Array.from(values, (value, row) => (validity?.[row] === 0 ? null : value));
}

function textCells({ codes, dictionary }: StringColumn): (string | null)[] {
  return Array.from(codes, (code) => dictionary[code] ?? null);
}

/** Passes each distinct text once and gathers by code. The code -1 of nulls addresses the last entry, a null. */
function textSeries(library: PolarsLibrary, { codes, dictionary }: StringColumn): pl.Series {
  return library
    .DataFrame([library.Series('value', [...dictionary, null], library.String)])
    .select(library.col('value').gather(library.Series(codes)))
    .getColumn('value');
}
