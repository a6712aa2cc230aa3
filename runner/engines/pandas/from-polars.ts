import { isTypedArray } from 'node:util/types';
import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../polars/frame.ts';
import { packIntegers } from './kernels/exact-integers.ts';
import type { Column, FloatColumn, Frame, StringColumn, Validity } from './frame.ts';

/**
 * Reads a Parquet file of the five column types.
 * Column by column, so that the file's data and the frame are never both in memory whole.
 * @param source path or address that polars can scan
 * @param names all columns of the file, in their order
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

/** Copies a polars frame whose columns are of the five types. NaN becomes null. */
export function fromPolars(library: PolarsLibrary, frame: pl.DataFrame): Frame {
  return {
    length: frame.height,
    names: frame.columns,
    columns: frame.columns.map((name) => fromSeries(library, frame.getColumn(name))),
  };
}

function fromSeries(library: PolarsLibrary, series: pl.Series): Column {
  const variant: string = (series.dtype as pl.DataType).variant;
  switch (variant) {
    case 'Int64':
      return {
        type: 'integer',
        values: integers(library, series),
        validity: validity(library, series),
      };
    case 'Datetime': {
      const micros = series.cast(library.Datetime('us')).cast(library.Int64);
      return {
        type: 'datetime',
        values: integers(library, micros),
        validity: validity(library, series),
      };
    }
    case 'Float64':
      return floats(library, series);
    case 'Bool':
      return {
        type: 'boolean',
        values: typed(zeroFilled(series.cast(library.UInt8)), Uint8Array),
        validity: validity(library, series),
      };
    case 'String':
      return text(library, series);
    default:
      throw new TypeError(`A column of type ${variant} cannot enter the pandas engine.`);
  }
}

function validity(library: PolarsLibrary, series: pl.Series): Validity {
  if (series.nullCount() === 0) return null;
  return typed(series.isNotNull().cast(library.UInt8), Uint8Array);
}

/** Up to here a loop over the rows costs less than a call into polars. */
const SHORT_ROWS = 20_000;

/** @param series of Int64 */
function integers(library: PolarsLibrary, series: pl.Series): Float64Array | BigInt64Array {
  const exact = zeroFilled(series);
  if (series.length <= SHORT_ROWS) return packIntegers(typed(exact, BigInt64Array));
  const rounded = exact.cast(library.Float64);
  const bound = Math.max(-rounded.min(), rounded.max());
  // An integer beyond 2^53 is never rounded to less than that.
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

function shortText(series: pl.Series): StringColumn {
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
 * Takes the codes that polars makes of texts, so that each distinct text becomes a JS string once.
 * They are numbers among the texts of the whole process, so they are renumbered within the column.
 */
function text(library: PolarsLibrary, series: pl.Series): StringColumn {
  if (series.length <= SHORT_ROWS) return shortText(series);
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

/** Null is -1. */
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

/** A view of the numbers by this realm's class, so that `instanceof` holds wherever polars was loaded. */
function typed<A>(series: pl.Series, kind: TypedArrayKind<A>): A {
  const values: unknown = series.toTypedArray();
  if (!isTypedArray(values) || values[Symbol.toStringTag] !== kind.name) {
    throw new TypeError(`polars gave no ${kind.name} for the column "${series.name}".`);
  }
  return new kind(values.buffer, values.byteOffset, values.length);
}
