import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import type { CodedTexts, Column, StringColumn } from './frame.ts';

/** Where the cells of a deferred column come from. */
export interface CellSource {
  /** The number of cells. */
  readonly length: number;
  /** All cells; called at most once. */
  load(): Column;
  /** The cells of some rows, if possible without loading the others; -1 yields null. */
  peek(rows: Int32Array): Column;
  /**
   * The cells of some rows, or of all, as a frame in polars with one column of a name; null if some are in
   * kernels' arrays already. So columns that no kernel reads are written without a copy in JavaScript.
   */
  table(rows: Int32Array | null, name: string): pl.DataFrame | null;
  /** Which cells are present, as of `validMask`, without loading their values. */
  mask(): Uint8Array | null;
  /** Set if the cells repeat those of a shorter column, so that these can be copied instead. */
  readonly repeats?: Repetition;
  /** Set if the cells are texts that need no loading. */
  readonly texts?: CodedTexts;
  /**
   * Where the cells are in a file, of which polars can read several columns in one query; undefined: not in a file, or in
   * kernels' arrays already.
   */
  stored?(): StoredColumn | undefined;
}

/** A column of a file, or some of its rows. */
export interface StoredColumn {
  readonly file: ColumnReader;
  /** Its place in the file. */
  readonly index: number;
  /** Null: all, in order; -1 yields null. Columns with the same rows share the array. */
  readonly rows: Int32Array | null;
}

/** Reads columns of a file. */
export interface ColumnReader {
  /** The number of rows of the file. */
  readonly rowCount: number;
  /**
   * The cells of some columns in polars, under new names; read when the result is collected.
   * @param rows null: all, in order; -1 yields null
   */
  tableOf(
    columns: readonly { readonly index: number; readonly name: string }[],
    rows: Int32Array | null,
  ): pl.LazyDataFrame;
}

/** Cells of a column, each any number of times. */
export interface Repetition {
  readonly column: Column;
  /** Its row for each cell; never -1. Columns that repeat alike share the array. */
  readonly rows: Int32Array;
}

/** The sources of the deferred columns that are not loaded. */
const SOURCES = new WeakMap<Column, CellSource>();

/**
 * A column that loads its cells on first use, and is like any other to its readers. A column that nobody
 * reads costs nothing: a file is not read for it, and a filter or a sort does not gather it. The source is
 * released when the cells are loaded.
 */
export function deferColumn(type: 'string', source: CellSource): StringColumn;
export function deferColumn(type: ColumnType, source: CellSource): Column;
export function deferColumn(type: ColumnType, source: CellSource): Column {
  const load = (): Column => {
    const pending = SOURCES.get(column);
    if (pending === undefined) throw new TypeError('A deferred column is loaded once.');
    const cells = pending.load();
    SOURCES.delete(column);
    return cells;
  };
  const column = type === 'string' ? deferredTexts(load) : deferredValues(type, load);
  SOURCES.set(column, source);
  return column;
}

/** The source of a deferred column that is not loaded; undefined for any other column. */
export function pendingSource(column: Column): CellSource | undefined {
  return SOURCES.get(column);
}

/** The texts of a column by code. For readers that need no distinct texts: these may not be known yet. */
export function codedTexts(column: StringColumn): CodedTexts {
  const known = pendingSource(column)?.texts;
  return known ?? { codes: column.codes, texts: column.dictionary };
}

// The accessors are own properties, so that a spread of the column copies the cells.

function deferredTexts(load: () => Column): StringColumn {
  let loaded: StringColumn | null = null;
  const cells = (): StringColumn => (loaded ??= requireTexts(load()));
  return {
    type: 'string',
    get codes() {
      return cells().codes;
    },
    get dictionary() {
      return cells().dictionary;
    },
  };
}

type ValuesColumn = Exclude<Column, StringColumn>;

function deferredValues(type: ValuesColumn['type'], load: () => Column): ValuesColumn {
  let loaded: ValuesColumn | null = null;
  const cells = (): ValuesColumn => (loaded ??= requireValues(load(), type));
  // The types of the accessors depend on the type of the column, which `requireValues` checks.
  return {
    type,
    get values() {
      return cells().values;
    },
    get validity() {
      return cells().validity;
    },
  } as ValuesColumn;
}

function requireTexts(column: Column): StringColumn {
  if (column.type === 'string') return column;
  throw new TypeError(`Expected a string column, got ${column.type}.`);
}

function requireValues(column: Column, type: ColumnType): ValuesColumn {
  if (column.type === type && column.type !== 'string') return column;
  throw new TypeError(`Expected a column of the type ${type}, got ${column.type}.`);
}
