import type pl from 'nodejs-polars';
import type { ColumnReader, StoredColumn } from './deferred-column.ts';

/** Columns are gathered together when at least this share of the rows of their file is. */
const MIN_GROUPED_SHARE = 1 / 4;
/** Cells of a file that are decoded for one group of gathered columns; about 8 bytes each. */
const MAX_GROUP_CELLS = 8_000_000;

/** Where a column is in a frame, and its name there. */
export interface Place {
  readonly place: number;
  readonly name: string;
}

/** Columns of a frame, in polars. */
export interface Part {
  /** Their places in the frame. */
  readonly places: readonly number[];
  readonly data: pl.LazyDataFrame;
}

/** Columns that one query of a file reads. */
export interface StoredGroup {
  readonly file: ColumnReader;
  /** See `StoredColumn.rows`. */
  readonly rows: Int32Array | null;
  readonly columns: PlacedColumn[];
}

type PlacedColumn = StoredColumn & Place;

/**
 * Whether a column shares a query with others, which polars evaluates on several threads. Such a query decodes all of
 * their cells at the same time, so few rows are gathered column by column.
 */
export function isReadInGroups({ file, rows }: StoredColumn): boolean {
  return rows === null || rows.length >= file.rowCount * MIN_GROUPED_SHARE;
}

/** Adds a column to the last group of its kind with room for it, else to a new one. */
export function addToGroups(groups: StoredGroup[], column: PlacedColumn): void {
  const { file, rows } = column;
  const width = rows === null ? Infinity : Math.max(1, Math.floor(MAX_GROUP_CELLS / file.rowCount));
  const alike = groups.findLast((group) => group.file === file && group.rows === rows);
  if (alike !== undefined && alike.columns.length < width) alike.columns.push(column);
  else groups.push({ file, rows, columns: [column] });
}

/** The last group of gathered columns is read when the result is, and the others before it: in one plan all would run at once. */
export function readGroups(groups: readonly StoredGroup[]): Part[] {
  const last = groups.findLastIndex(({ rows }) => rows !== null);
  return groups.map(({ file, rows, columns }, at) => {
    const cells = file.tableOf(columns, rows);
    const data = rows === null || at === last ? cells : cells.collectSync().lazy();
    return { places: columns.map(({ place }) => place), data };
  });
}
