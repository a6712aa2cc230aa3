import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import { deferColumn } from './deferred-column.ts';
import type { Column, Frame } from './frame.ts';
import { fromPolars, typedValues } from './from-polars.ts';
import { takeCells } from './kernels/take-rows.ts';

/** A Parquet file with columns of our types. */
export interface ParquetFile {
  /** Path or address that polars can scan. */
  readonly path: string;
  /** All columns of the file, in order. */
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
}

/** Cells that one scan reads; about 8 bytes each. A scan also reads the metadata of the whole file. */
const MAX_SCAN_CELLS = 500_000;
/** The first rows that a scan reads at least. */
const MIN_HEAD_ROWS = 256;
/** A column is loaded to peek at more than this share of its rows. */
const MAX_PEEK_SHARE = 1 / 4;

/**
 * The frame of a Parquet file. A file of one scan is read at once; the columns of a larger one are read on
 * first use, a group of neighbours in each scan, so that memory never holds both the file and the frame.
 */
export async function readParquetFrame(library: PolarsLibrary, file: ParquetFile): Promise<Frame> {
  const { columns, rowCount } = file;
  if (rowCount * columns.length <= MAX_SCAN_CELLS) {
    return fromPolars(library, await scan(library, file).collect());
  }
  const reader = new ParquetReader(library, file);
  return {
    length: rowCount,
    names: columns.map(({ name }) => name),
    columns: columns.map(({ type }, index) => {
      const column = deferColumn(type, {
        length: rowCount,
        load: () => reader.take(index),
        peek: (rows) => reader.peek(index, rows) ?? takeCells(column, rows),
        series: (rows) => reader.series(index, rows),
        mask: () => reader.mask(index),
      });
      return column;
    }),
  };
}

class ParquetReader {
  readonly #library: PolarsLibrary;
  readonly #file: ParquetFile;
  /** Columns that were read together with a column in use. */
  readonly #loaded = new Map<number, Column>();
  /** The first rows of each column that was peeked at. */
  readonly #heads = new Map<number, Column>();
  #headRows = MIN_HEAD_ROWS;

  constructor(library: PolarsLibrary, file: ParquetFile) {
    this.#library = library;
    this.#file = file;
  }

  /** All cells of a column, which the reader does not retain. */
  take(index: number): Column {
    if (!this.#loaded.has(index)) this.#read(index, this.#file.rowCount, this.#loaded);
    const column = columnIn(this.#loaded, index);
    this.#loaded.delete(index);
    return column;
  }

  /** The cells of some rows of a column; null when these are too many to read them twice. */
  peek(index: number, rows: Int32Array): Column | null {
    const { rowCount } = this.#file;
    const end = rows.reduce((max, row) => Math.max(max, row + 1), 0);
    if (end <= rowCount * MAX_PEEK_SHARE) return takeCells(this.#head(index, end), rows);
    if (rows.length > rowCount * MAX_PEEK_SHARE) return null;
    const cells = this.series(index, rows);
    if (cells === null) return null;
    const [column = null] = fromPolars(this.#library, this.#library.DataFrame([cells])).columns;
    return column;
  }

  /** The cells of some rows of a column, or of all, in polars; null for a column that shares its scan. */
  series(index: number, rows: Int32Array | null): pl.Series | null {
    if (this.#groupWidth(this.#file.rowCount) > 1) return null;
    const library = this.#library;
    const cells = library.nth(index);
    const picked = rows === null ? cells : cells.gather(rowSeries(library, rows));
    return scan(library, this.#file).select(picked.alias('cells')).collectSync().getColumn('cells');
  }

  /** Which cells of a column are present; null: all. NaN is null. */
  mask(index: number): Uint8Array | null {
    const cells = this.#library.nth(index);
    const isFloat = this.#file.columns[index]?.type === 'float';
    const present = isFloat ? cells.isNotNull().and(cells.isNotNan()) : cells.isNotNull();
    const read = scan(this.#library, this.#file)
      .select(present.cast(this.#library.UInt8).alias('present'))
      .collectSync();
    const mask = typedValues(read.getColumn('present'), Uint8Array);
    return mask.includes(0) ? mask : null;
  }

  /** At least the first `end` cells of a column. */
  #head(index: number, end: number): Column {
    if (end > this.#headRows) {
      this.#headRows = 2 ** Math.ceil(Math.log2(end));
      this.#heads.clear();
    }
    if (!this.#heads.has(index)) this.#read(index, this.#headRows, this.#heads);
    return columnIn(this.#heads, index);
  }

  /** Reads the first `rows` cells of a column and of the other columns of its group. */
  #read(index: number, rows: number, target: Map<number, Column>): void {
    const width = this.#groupWidth(rows);
    const first = index - (index % width);
    const group = this.#file.columns.slice(first, first + width);
    const frame = scan(this.#library, this.#file)
      .slice(0, rows)
      .select(group.map((_, at) => this.#library.nth(first + at)))
      .collectSync();
    if (frame.height !== Math.min(rows, this.#file.rowCount)) {
      throw new Error(`The file ${this.#file.path} has not ${this.#file.rowCount} rows.`);
    }
    const { columns } = fromPolars(this.#library, frame);
    for (const [at, column] of columns.entries()) target.set(first + at, column);
  }

  /** The number of columns in a scan of so many rows. */
  #groupWidth(rows: number): number {
    return Math.max(1, Math.floor(MAX_SCAN_CELLS / rows));
  }
}

function scan(library: PolarsLibrary, { path }: ParquetFile): pl.LazyDataFrame {
  return library.scanParquet(path, { glob: false });
}

/** Row numbers for polars; -1 becomes null. */
function rowSeries(library: PolarsLibrary, rows: Int32Array): pl.Series {
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
