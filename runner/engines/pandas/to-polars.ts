import type pl from 'nodejs-polars';
import { polarsType, untypedNull } from '../polars/column-types.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import { codedTexts, pendingSource, type Repetition } from './deferred-column.ts';
import type { Column, Frame, StringColumn } from './frame.ts';
import { columnLength } from './kernels/columns/null-mask.ts';
import { textsOf } from './kernels/columns/texts-of.ts';

/** Cells that cross to polars together; about 8 bytes each. */
const MAX_BATCH_CELLS = 500_000;
/** With more rows, packing a batch costs more than a series for each column. */
const MAX_BATCH_ROWS = 20_000;

/** Columns of the result and their places in the frame. */
interface Part {
  readonly places: readonly number[];
  readonly data: pl.DataFrame;
}

/**
 * Copies a frame into polars, for the file writers that both engines share.
 *
 * Each new series costs a fifth of a millisecond or more. So columns of few rows cross in batches: the cells
 * of a batch are packed into one series per representation, and polars slices its columns out of these.
 * Columns that no kernel reads do not cross at all. Of columns that repeat the cells of shorter ones, these cross.
 */
export function toPolars(library: PolarsLibrary, frame: Frame): pl.DataFrame {
  const crossing: number[] = [];
  const repeating = new Map<Int32Array, RepeatingColumn[]>();
  const parts: Part[] = [];
  for (const [place, column] of frame.columns.entries()) {
    const source = pendingSource(column);
    const series = source?.series(null) ?? null;
    const name = frame.names[place] ?? '';
    if (series !== null) parts.push({ places: [place], data: named(library, series, name) });
    else if (source?.repeats === undefined) crossing.push(place);
    else {
      const { rows, column: shorter } = source.repeats;
      const alike = getOrAdd(repeating, rows);
      alike.push({ place, name, column: shorter });
    }
  }
  for (const [rows, columns] of repeating) parts.push(repeated(library, columns, rows));
  const width = batchWidth(frame.length);
  for (let first = 0; first < crossing.length; first += width) {
    const places = crossing.slice(first, first + width);
    parts.push({ places, data: toBatch(library, frame, places) });
  }
  return assemble(library, parts);
}

interface RepeatingColumn extends Pick<Repetition, 'column'> {
  readonly place: number;
  readonly name: string;
}

function getOrAdd(
  columns: Map<Int32Array, RepeatingColumn[]>,
  rows: Int32Array,
): RepeatingColumn[] {
  const found = columns.get(rows) ?? [];
  columns.set(rows, found);
  return found;
}

function repeated(
  library: PolarsLibrary,
  columns: readonly RepeatingColumn[],
  rows: Int32Array,
): Part {
  const shorter = toPolars(library, {
    length: columns[0] === undefined ? 0 : columnLength(columns[0].column),
    names: columns.map(({ name }) => name),
    columns: columns.map(({ column }) => column),
  });
  const data = shorter.select(library.all().gather(library.Series(rows)));
  return { places: columns.map(({ place }) => place), data };
}

function batchWidth(rows: number): number {
  return rows > MAX_BATCH_ROWS ? 1 : Math.floor(MAX_BATCH_CELLS / Math.max(1, rows));
}

function named(library: PolarsLibrary, series: pl.Series, name: string): pl.DataFrame {
  return library.DataFrame([series]).select(library.nth(0).alias(name));
}

/** One frame of all parts, its columns in the order of their places. */
function assemble(library: PolarsLibrary, parts: readonly Part[]): pl.DataFrame {
  const [only = { data: library.DataFrame([]) }, ...rest] = parts;
  if (rest.length === 0) return only.data;
  const data = library.concat(
    parts.map((part) => part.data),
    { how: 'horizontal' },
  );
  const places = parts.flatMap((part) => part.places);
  if (places.every((place, at) => place === at)) return data;
  const positions: number[] = [];
  for (const [at, place] of places.entries()) positions[place] = at;
  return data.select(...positions.map((at) => library.nth(at)));
}

function toBatch(
  library: PolarsLibrary,
  { names, columns, length }: Frame,
  places: readonly number[],
): pl.DataFrame {
  const batch = places.flatMap((place) => columns[place] ?? []);
  const slices = batch.map((column, at) =>
    sliceOf(library, column, at * length, length).alias(names[places[at] ?? 0] ?? ''),
  );
  return packBatch(library, batch, length).select(...slices);
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

/** Passes each text of the columns once and gathers by code. The code -1 of nulls addresses the last entry, a null. */
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
  const cells = codedTexts(column);
  const { codes, dictionary: texts } = textsOf(cells.codes, cells.texts);
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
