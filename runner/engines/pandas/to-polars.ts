import type pl from 'nodejs-polars';
import { polarsType, untypedNull } from '../polars/column-types.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import { codedTexts, pendingSource, type CellSource, type Repetition } from './deferred-column.ts';
import type { Column, Frame, StringColumn } from './frame.ts';
import {
  addToGroups,
  isReadInGroups,
  readGroups,
  type Part,
  type Place,
  type StoredGroup,
} from './stored-groups.ts';
import { columnLength } from './kernels/columns/null-mask.ts';
import { textsOf } from './kernels/columns/texts-of.ts';

/** Cells that cross to polars together; about 8 bytes each. */
const MAX_BATCH_CELLS = 500_000;
/** With more rows, packing a batch costs more than a series for each column. */
const MAX_BATCH_ROWS = 20_000;

/** Copies a frame into polars. */
export function toPolars(library: PolarsLibrary, frame: Frame): pl.DataFrame {
  return toLazy(library, frame).collectSync();
}

/**
 * The rows of a frame in polars, for the file writers that both engines share.
 *
 * Each new series costs a fifth of a millisecond or more. So columns of few rows cross in batches: the cells
 * of a batch are packed into one series per representation, and polars slices its columns out of these.
 * Columns that no kernel reads do not cross at all; those of a file are read when the rows are. Of columns that
 * repeat the cells of shorter ones, these cross.
 *
 * Each frame and each series reports its memory to V8, even where they share it, and V8 collects garbage after
 * 64 MB of such reports. So no column passes through more of them than it must.
 */
export function toLazy(library: PolarsLibrary, frame: Frame): pl.LazyDataFrame {
  const crossing: number[] = [];
  const groups: Deferred = { parts: [], stored: [], repeating: new Map() };
  for (const [place, column] of frame.columns.entries()) {
    const source = pendingSource(column);
    const at = { place, name: frame.names[place] ?? '' };
    if (source === undefined || !addDeferred(groups, source, at)) crossing.push(place);
  }
  const { parts, stored, repeating } = groups;
  parts.push(...readGroups(stored));
  for (const [rows, columns] of repeating) parts.push(repeated(library, columns, rows));
  parts.push(...crossed(library, frame, crossing));
  return assemble(library, parts);
}

/** Columns that do not cross, in groups that one query reads. */
interface Deferred {
  readonly parts: Part[];
  readonly stored: StoredGroup[];
  readonly repeating: Map<Int32Array, RepeatingColumn[]>;
}

/** @returns false for a column that must cross */
function addDeferred(
  { parts, stored, repeating }: Deferred,
  source: CellSource,
  at: Place,
): boolean {
  const inFile = source.stored?.();
  if (inFile !== undefined && isReadInGroups(inFile)) {
    addToGroups(stored, { ...at, ...inFile });
    return true;
  }
  const table = source.table(null, at.name);
  if (table !== null) parts.push({ places: [at.place], data: table.lazy() });
  else if (source.repeats !== undefined) addRepeating(repeating, source.repeats, at);
  return table !== null || source.repeats !== undefined;
}

/** Columns whose cells are in arrays of JavaScript. */
function crossed(library: PolarsLibrary, frame: Frame, crossing: readonly number[]): Part[] {
  const width = batchWidth(frame.length);
  const parts: Part[] = [];
  for (let first = 0; first < crossing.length; first += width) {
    const places = crossing.slice(first, first + width);
    parts.push({ places, data: toBatch(library, frame, places) });
  }
  return parts;
}

interface RepeatingColumn extends Pick<Repetition, 'column'> {
  readonly place: number;
  readonly name: string;
}

function addRepeating(
  repeating: Map<Int32Array, RepeatingColumn[]>,
  { rows, column }: Repetition,
  place: Place,
): void {
  const alike = repeating.get(rows) ?? [];
  alike.push({ ...place, column });
  repeating.set(rows, alike);
}

function repeated(
  library: PolarsLibrary,
  columns: readonly RepeatingColumn[],
  rows: Int32Array,
): Part {
  const shorter = toLazy(library, {
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

/** All parts beside each other, the columns in the order of their places. */
function assemble(library: PolarsLibrary, unordered: readonly Part[]): pl.LazyDataFrame {
  const parts = unordered.toSorted((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0));
  const [only = { data: library.DataFrame([]).lazy() }, ...rest] = parts;
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
): pl.LazyDataFrame {
  const batch = places.flatMap((place) => columns[place] ?? []);
  const slices = batch.map((column, at) =>
    sliceOf(library, column, at * length, length).alias(names[places[at] ?? 0] ?? ''),
  );
  const table = packBatch(library, batch, length).select(...slices);
  // The streaming engine, which writes the rows, starts threads for them.
  return length > MAX_BATCH_ROWS ? table : table.collectSync().lazy();
}

/** The series of a batch, all of the same length: a column has its cells at its place in one of them. */
function packBatch(
  library: PolarsLibrary,
  batch: readonly Column[],
  length: number,
): pl.LazyDataFrame {
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
  const arrays = [
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
  ];
  const texts = packTexts(library, batch, length);
  if (texts === null) return library.DataFrame(arrays).lazy();
  if (arrays.length === 0) return texts;
  return library.DataFrame([...arrays, texts.collectSync().getColumn('texts')]).lazy();
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
function packTexts(
  library: PolarsLibrary,
  batch: readonly Column[],
  length: number,
): pl.LazyDataFrame | null {
  const dictionary: (string | null)[] = [];
  const codes = packCells(
    batch.map((column) => (column.type === 'string' ? addTexts(column, dictionary) : null)),
    length,
    (size) => new Int32Array(size),
  );
  if (codes === null) return null;
  dictionary.push(null);
  return library
    .DataFrame([library.Series('texts', dictionary, library.String)])
    .lazy()
    .select(library.col('texts').gather(library.Series(codes)));
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
  const { values, type, validity } = column;
  if (type === 'null') return untypedNull(library, slice('booleans'));
  const cells =
    values instanceof Float64Array
      ? slice('numbers')
      : slice(values instanceof BigInt64Array ? 'big integers' : 'booleans');
  // Masked before the cast: the value of a null may be one that no cast accepts.
  const present = slice('validity').cast(library.Bool);
  const masked =
    validity === null ? cells : library.when(present).then(cells).otherwise(library.lit(null));
  return masked.cast(polarsType(library, type));
}
