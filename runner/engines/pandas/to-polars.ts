import type pl from 'nodejs-polars';
import { polarsType, untypedNull } from '../polars/column-types.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import { pendingSource } from './deferred-column.ts';
import type { Column, Frame, StringColumn } from './frame.ts';
import { textsOf } from './kernels/texts-of.ts';

/** Cells that cross to polars together; about 8 bytes each. */
const MAX_BATCH_CELLS = 500_000;

/**
 * Copies a frame into polars, for the file writers that both engines share.
 *
 * Each new series costs half a millisecond. So columns cross in batches: the cells of a batch are packed
 * into one series per representation, and polars slices its columns out of these.
 */
export function toPolars(library: PolarsLibrary, frame: Frame): pl.DataFrame {
  const { length, names, columns } = frame;
  const width = Math.max(1, Math.floor(MAX_BATCH_CELLS / Math.max(1, length)));
  const batches: pl.DataFrame[] = [];
  for (let first = 0; first < columns.length; first += width) {
    const end = first + width;
    batches.push(toBatch(library, names.slice(first, end), columns.slice(first, end), length));
  }
  const [only = library.DataFrame([]), ...rest] = batches;
  return rest.length === 0 ? only : library.concat(batches, { how: 'horizontal' });
}

function toBatch(
  library: PolarsLibrary,
  names: readonly string[],
  columns: readonly Column[],
  length: number,
): pl.DataFrame {
  const [first] = columns;
  const whole = columns.length === 1 && first !== undefined ? pendingSource(first) : undefined;
  const series = whole?.series(null) ?? null;
  if (series !== null) {
    return library.DataFrame([series]).select(library.nth(0).alias(names[0] ?? ''));
  }
  const slices = columns.map((column, at) =>
    sliceOf(library, column, at * length, length).alias(names[at] ?? ''),
  );
  return packBatch(library, columns, length).select(...slices);
}

/** The series of a batch, all of the same length: a column has its cells at its place in one of them. */
function packBatch(library: PolarsLibrary, batch: readonly Column[], length: number): pl.DataFrame {
  const pack = <A extends Packable>(
    name: string,
    cells: readonly (A | null)[],
    create: (size: number) => A,
  ): pl.Series[] => {
    const packed = packCells(cells, length, create);
    return packed === null ? [] : [library.Series(name, packed)];
  };
  const values = batch.map((column) => (column.type === 'string' ? null : column.values));
  const validity = batch.map((column) => (column.type === 'string' ? null : column.validity));
  const packed = library.DataFrame([
    ...pack(
      'numbers',
      values.map((cells) => (cells instanceof Float64Array ? cells : null)),
      (size) => new Float64Array(size),
    ),
    ...pack(
      'big integers',
      values.map((cells) => (cells instanceof BigInt64Array ? cells : null)),
      (size) => new BigInt64Array(size),
    ),
    ...pack(
      'booleans',
      values.map((cells) => (cells instanceof Uint8Array ? cells : null)),
      (size) => new Uint8Array(size),
    ),
    ...pack('validity', validity, (size) => new Uint8Array(size).fill(1)),
    ...packTexts(library, batch, length),
  ]);
  return validity.some((mask) => mask !== null) ? maskNulls(library, packed) : packed;
}

function maskNulls(library: PolarsLibrary, packed: pl.DataFrame): pl.DataFrame {
  const present = library.col('validity').cast(library.Bool);
  return packed.select(
    ...packed.columns.map((name) =>
      name === 'texts'
        ? library.col(name)
        : library.when(present).then(library.col(name)).otherwise(library.lit(null)).alias(name),
    ),
  );
}

type Packable = Float64Array | BigInt64Array | Uint8Array | Int32Array;

/** One array with the cells of each column at its place; null if no column has cells. */
function packCells<A extends Packable>(
  cells: readonly (A | null)[],
  length: number,
  create: (size: number) => A,
): A | null {
  const [first = null] = cells;
  if (cells.length === 1) return first;
  if (cells.every((part) => part === null)) return null;
  const packed = create(cells.length * length);
  for (const [at, part] of cells.entries()) {
    if (part !== null) (packed as Settable<A>).set(part, at * length);
  }
  return packed;
}

interface Settable<A> {
  set(values: A, offset: number): void;
}

/** Passes each distinct text once and gathers by code. The code -1 of nulls addresses the last entry, a null. */
function packTexts(library: PolarsLibrary, batch: readonly Column[], length: number): pl.Series[] {
  const dictionary: (string | null)[] = [];
  const codes = packCells(
    batch.map((column) => (column.type === 'string' ? addTexts(column, dictionary) : null)),
    length,
    (size) => new Int32Array(size),
  );
  if (codes === null) return [];
  dictionary.push(null);
  const texts = library
    .DataFrame([library.Series('texts', dictionary, library.String)])
    .select(library.col('texts').gather(library.Series(codes)));
  return [texts.getColumn('texts')];
}

/** Adds the texts of a column to the dictionary. @returns its codes in the dictionary */
function addTexts(column: StringColumn, dictionary: (string | null)[]): Int32Array {
  const { codes, dictionary: texts } = textsOf(column.codes, column.dictionary);
  const offset = dictionary.length;
  for (const text of texts) dictionary.push(text);
  return offset === 0 ? codes : codes.map((code) => (code === -1 ? -1 : code + offset));
}

/** The column of the batch whose cells are at `offset`. */
function sliceOf(library: PolarsLibrary, column: Column, offset: number, length: number): pl.Expr {
  const slice = (name: string): pl.Expr => library.col(name).slice(offset, length);
  if (column.type === 'string') return slice('texts');
  const { values, type } = column;
  if (type === 'null') return untypedNull(library, slice('booleans'));
  const target = polarsType(library, type);
  if (values instanceof Float64Array) return slice('numbers').cast(target);
  return slice(values instanceof BigInt64Array ? 'big integers' : 'booleans').cast(target);
}
