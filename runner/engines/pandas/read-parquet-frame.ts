import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import { deferColumn, type ColumnReader } from './deferred-column.ts';
import type { Column, Frame } from './frame.ts';
import { fromPolars } from './from-polars.ts';
import { columnLength } from './kernels/columns/null-mask.ts';
import { takeCells } from './kernels/columns/take-rows.ts';
import { typedValues } from './polars-values.ts';
import { readColumn } from './read-column.ts';

/** A Parquet file with columns of our types. */
export interface ParquetFile {
  /** Path or address that polars can scan. */
  readonly path: string;
  /** All columns of the file, in order. */
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
}

/** Cells that one scan of few rows reads; about 8 bytes each. */
const MAX_SCAN_CELLS = 500_000;
/**
 * Up to this number of rows, columns are read and converted together: each scan and each conversion of its
 * own costs a fifth of a millisecond, as much as the conversion of 10,000 numbers.
 */
const MAX_SHARED_ROWS = 20_000;
/** Rows that a scan reads at least for a peek, since other columns peek at rows nearby. */
const MIN_WINDOW_ROWS = 256;
/** A column is loaded to peek at more than this share of its rows. */
const MAX_PEEK_SHARE = 1 / 4;

/**
 * The frame of a Parquet file. A small file is read at once; the columns of a larger one are read on first
 * use, so that memory never holds both the file and the frame. In a file of few rows, neighbours are read
 * together.
 */
export async function readParquetFrame(library: PolarsLibrary, file: ParquetFile): Promise<Frame> {
  const { columns, rowCount } = file;
  if (rowCount <= MAX_SHARED_ROWS && rowCount * columns.length <= MAX_SCAN_CELLS) {
    return fromPolars(library, await scan(library, file).collect());
  }
  const reader = new ParquetReader(library, file);
  const isShared = reader.sharesScans;
  return {
    length: rowCount,
    names: columns.map(({ name }) => name),
    columns: columns.map(({ type }, index) => {
      const column: Column = deferColumn(type, {
        length: rowCount,
        load: () => reader.take(index),
        peek: (rows) => reader.peek(index, rows) ?? takeCells(column, rows),
        table: (rows, name) => reader.table(index, rows, name),
        mask: () => reader.mask(index),
        ...(!isShared && { stored: () => ({ file: reader, index, rows: null }) }),
      });
      return column;
    }),
  };
}

/** Some rows of a file, the end exclusive. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly columns: Map<number, Column>;
}

class ParquetReader implements ColumnReader {
  readonly #library: PolarsLibrary;
  readonly #file: ParquetFile;
  /** One scan for all queries, since it reads the metadata of all columns once. */
  readonly #scan: pl.LazyDataFrame;
  /** Columns that were read together with a column in use. */
  readonly #loaded = new Map<number, Column>();
  /** The first rows of each column that was peeked at. */
  #head: Window = { start: 0, end: MIN_WINDOW_ROWS, columns: new Map() };
  /** The same of rows farther down, where a column was peeked at last. */
  #near: Window = { start: 0, end: 0, columns: new Map() };

  constructor(library: PolarsLibrary, file: ParquetFile) {
    this.#library = library;
    this.#file = file;
    this.#scan = scan(library, file);
  }

  /** All cells of a column, which the reader does not retain. */
  take(index: number): Column {
    const all = { start: 0, end: this.#file.rowCount };
    if (!this.#loaded.has(index)) this.#read(index, all, this.#loaded);
    const column = columnIn(this.#loaded, index);
    this.#loaded.delete(index);
    return column;
  }

  /** The cells of some rows of a column; null when these are too many to read them twice. */
  peek(index: number, rows: Int32Array): Column | null {
    const { rowCount } = this.#file;
    const window = this.#windowOf(index, rows);
    if (window !== null) return window;
    if (rows.length > rowCount * MAX_PEEK_SHARE) return null;
    const cells = this.table(index, rows, 'cells');
    if (cells === null) return null;
    const [column = null] = fromPolars(this.#library, cells).columns;
    return column;
  }

  get rowCount(): number {
    return this.#file.rowCount;
  }

  /** Whether columns are read and converted together. */
  get sharesScans(): boolean {
    return this.#groupWidth(this.#file.rowCount) > 1;
  }

  /** The cells of some rows of a column, or of all, in polars; null for a column that shares its scan. */
  table(index: number, rows: Int32Array | null, name: string): pl.DataFrame | null {
    return this.sharesScans ? null : this.tableOf([{ index, name }], rows).collectSync();
  }

  tableOf(
    columns: readonly { readonly index: number; readonly name: string }[],
    rows: Int32Array | null,
  ): pl.LazyDataFrame {
    const library = this.#library;
    const cells = columns.map(({ index, name }) => {
      const cell = library.nth(index);
      return (rows === null ? cell : cell.gather(rowSeries(library, rows))).alias(name);
    });
    return this.#scan.select(...cells);
  }

  /** Which cells of a column are present; null: all. NaN is null. */
  mask(index: number): Uint8Array | null {
    const cells = this.#library.nth(index);
    const isFloat = this.#file.columns[index]?.type === 'float';
    const present = isFloat ? cells.isNotNull().and(cells.isNotNan()) : cells.isNotNull();
    const read = this.#scan
      .select(present.cast(this.#library.UInt8).alias('present'))
      .collectSync();
    const mask = typedValues(read.getColumn('present'), Uint8Array);
    return mask.includes(0) ? mask : null;
  }

  /** The cells of rows that are near each other; null for others. */
  #windowOf(index: number, rows: Int32Array): Column | null {
    let [first, end] = [Infinity, 0];
    for (const row of rows) {
      if (row === -1) continue;
      first = Math.min(first, row);
      end = Math.max(end, row + 1);
      // At once: mostly there are a million more.
      if (end - first > MAX_SHARED_ROWS) return null;
    }
    const { start, columns, ...window } = this.#windowAround(first, end);
    if (!columns.has(index)) this.#read(index, { start, ...window }, columns);
    const shifted = start === 0 ? rows : rows.map((row) => (row === -1 ? -1 : row - start));
    return takeCells(columnIn(columns, index), shifted);
  }

  #windowAround(first: number, end: number): Window {
    // The rows from the first on, unless these are many more than the ones to read.
    const isHead = end <= Math.max(this.#head.end, 2 * (end - first));
    if (isHead && end <= MAX_SHARED_ROWS) return (this.#head = widened(this.#head, 0, end));
    return (this.#near = widened(this.#near, first, end));
  }

  /** Reads some rows of a column and of the other columns of its group. */
  #read(
    index: number,
    { start, end }: Pick<Window, 'start' | 'end'>,
    target: Map<number, Column>,
  ): void {
    const { path, columns } = this.#file;
    const rows = Math.min(end, this.#file.rowCount) - start;
    const width = this.#groupWidth(end - start);
    const first = index - (index % width);
    const table = this.#scan.slice(start, end - start);
    const read = columns.slice(first, first + width);
    const cells =
      rows > MAX_SHARED_ROWS
        ? read.map(({ type }, at) =>
            readColumn(this.#library, table, { type, index: first + at, rows }),
          )
        : fromPolars(
            this.#library,
            table.select(read.map((_, at) => this.#library.nth(first + at))).collectSync(),
          ).columns;
    for (const [at, column] of cells.entries()) {
      if (columnLength(column) !== rows) throw new Error(`The file ${path} has not ${rows} rows.`);
      target.set(first + at, column);
    }
  }

  /** The number of columns in a scan of so many rows. */
  #groupWidth(rows: number): number {
    return rows > MAX_SHARED_ROWS ? 1 : Math.max(1, Math.floor(MAX_SCAN_CELLS / rows));
  }
}

/** The window if it has the rows, else a new one with them. */
function widened(window: Window, first: number, end: number): Window {
  if (first >= window.start && end <= window.end) return window;
  const size = 2 ** Math.ceil(Math.log2(Math.max(end - first, MIN_WINDOW_ROWS)));
  return { start: first, end: first + size, columns: new Map() };
}

function scan(library: PolarsLibrary, { path }: ParquetFile): pl.LazyDataFrame {
  return library.scanParquet(path, { glob: false });
}

/** The columns of a frame share the array of their row numbers. */
const ROW_SERIES = new WeakMap<Int32Array, pl.Series>();

/** Row numbers for polars; -1 becomes null. */
function rowSeries(library: PolarsLibrary, rows: Int32Array): pl.Series {
  const known = ROW_SERIES.get(rows);
  if (known !== undefined) return known;
  const series = toRowSeries(library, rows);
  ROW_SERIES.set(rows, series);
  return series;
}

function toRowSeries(library: PolarsLibrary, rows: Int32Array): pl.Series {
  const numbers = library.Series('row', rows);
  if (!rows.includes(-1)) return numbers;
  const row = library.col('row');
  const present = library.when(row.gtEq(0)).then(row).otherwise(library.lit(null)).alias('row');
  return library.DataFrame([numbers]).select(present).getColumn('row');
}

function columnIn(columns: ReadonlyMap<number, Column>, index: number): Column {
  const column = columns.get(index);
  if (column === undefined) throw new TypeError(`Column ${index} was not read.`);
  return column;
}
