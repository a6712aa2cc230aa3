import { isTypedArray } from 'node:util/types';
import type pl from 'nodejs-polars';
import { columnTypeOf } from '../polars/column-types.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import { packIntegers } from './kernels/exact-integers.ts';
import type { Column, FloatColumn, Frame, StringColumn, Validity } from './frame.ts';

/**
 * Reads a Parquet file column by column, so that memory never holds both its data and the frame.
 * @param source path or address that polars can scan
 * @param names all columns of the file, in order
 */
export async function readParquetFrame(
  library: PolarsLibrary,
  source: string,
  names: readonly string[],
): Promise<Frame> {
  const columns: Column[] = [];
  let length = 0;
  for (const [index, name] of names.entries()) {
    const frame = await library
      .scanParquet(source, { glob: false })
      .select(library.nth(index))
      .collect();
    length = frame.height;
    columns.push(fromSeries(library, frame.getColumn(name)));
  }
  return { length, names, columns };
}

/** Copies a polars frame. NaN becomes null. @throws Error for a column of another type */
export function fromPolars(library: PolarsLibrary, frame: pl.DataFrame): Frame {
  return {
    length: frame.height,
    names: frame.columns,
    columns: frame.columns.map((name) => fromSeries(library, frame.getColumn(name))),
  };
}

function fromSeries(library: PolarsLibrary, series: pl.Series): Column {
  switch (columnTypeOf(series)) {
    case 'integer':
      return {
        type: 'integer',
        values: integers(library, series),
        validity: validity(library, series),
      };
    case 'datetime': {
      const micros = series.cast(library.Datetime('us')).cast(library.Int64);
      return {
        type: 'datetime',
        values: integers(library, micros),
        validity: validity(library, series),
      };
    }
    case 'float':
      return floats(library, series);
    case 'boolean':
      return {
        type: 'boolean',
        values: typed(zeroFilled(series.cast(library.UInt8)), Uint8Array),
        validity: validity(library, series),
      };
    case 'string':
      return text(library, series);
  }
}

function validity(library: PolarsLibrary, series: pl.Series): Validity {
  if (series.nullCount() === 0) return null;
  return typed(series.isNotNull().cast(library.UInt8), Uint8Array);
}

/** Up to this number of rows, a loop over the rows costs less than a call into polars. */
const MAX_SMALL_ROWS = 20_000;

/** @param series of type Int64 */
function integers(library: PolarsLibrary, series: pl.Series): Float64Array | BigInt64Array {
  const exact = zeroFilled(series);
  if (series.length <= MAX_SMALL_ROWS) return packIntegers(typed(exact, BigInt64Array));
  const rounded = exact.cast(library.Float64);
  const bound = Math.max(-rounded.min(), rounded.max());
  // Rounding never moves an integer beyond 2^53 below that bound.
  return bound < 2 ** 53 ? typed(rounded, Float64Array) : typed(exact, BigInt64Array);
}

function floats(library: PolarsLibrary, series: pl.Series): FloatColumn {
  const values = typed(zeroFilled(series), Float64Array);
  const present = validity(library, series);
  if (!values.some(Number.isNaN)) return { type: 'float', values, validity: present };
  const numbers = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1));
  const mask = present === null ? numbers : numbers.map((bit, row) => bit & (present[row] ?? 0));
  return { type: 'float', values, validity: mask };
}

function smallText(series: pl.Series): StringColumn {
  const cells = series.toArray() as readonly (string | null)[];
  const codeOf = new Map<string, number>();
  const codes = Int32Array.from(cells, (cell) => {
    if (cell === null) return -1;
    const code = codeOf.get(cell) ?? codeOf.size;
    codeOf.set(cell, code);
    return code;
  });
  return { type: 'string', codes, dictionary: [...codeOf.keys()] };
}

/**
 * Encodes texts with polars categories, so that each distinct text becomes one JS string. Their codes
 * are unique per process, so they are renumbered for the column.
 */
function text(library: PolarsLibrary, series: pl.Series): StringColumn {
  if (series.length <= MAX_SMALL_ROWS) return smallText(series);
  const categories = series.cast(library.Categorical);
  const distinct = categories.unique().dropNulls();
  const dictionary: readonly string[] = distinct.cast(library.String).toArray();
  const numbers = processCodes(library, distinct);
  const codeOf = new Int32Array(1 + numbers.reduce((max, number) => Math.max(max, number), -1));
  for (let code = 0; code < numbers.length; code++) codeOf[numbers[code] ?? 0] = code;
  const codes = processCodes(library, categories);
  for (let row = 0; row < codes.length; row++) codes[row] = codeOf[codes[row] ?? -1] ?? -1;
  return { type: 'string', codes, dictionary };
}

/** The category codes of polars; null is -1. */
function processCodes(library: PolarsLibrary, categories: pl.Series): Int32Array {
  const number = library.col('text').toPhysical().cast(library.Float64);
  const codes = library
    .DataFrame([categories.alias('text')])
    .select(number.fillNull(library.lit(-1)).cast(library.Int32).alias('code'))
    .getColumn('code');
  return typed(codes, Int32Array);
}

function zeroFilled(series: pl.Series): pl.Series {
  return series.nullCount() === 0 ? series : series.fillNull('zero');
}

interface TypedArrayKind<A> {
  readonly name: string;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): A;
}

/** A view with the typed array class of this realm, so that `instanceof` also works in Jest's realms. */
function typed<A>(series: pl.Series, kind: TypedArrayKind<A>): A {
  const values: unknown = series.toTypedArray();
  if (!isTypedArray(values) || values[Symbol.toStringTag] !== kind.name) {
    throw new TypeError(`polars returned no ${kind.name} for the column "${series.name}".`);
  }
  return new kind(values.buffer, values.byteOffset, values.length);
}
