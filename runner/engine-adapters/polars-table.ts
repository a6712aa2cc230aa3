import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { LeadingRows } from './leading-rows.ts';

/** A frame of the polars engine: a lazy plan or data in memory. */
export interface PolarsTable {
  /** The rows with the columns of `live`. */
  readonly lazy: pl.LazyDataFrame;
  /** All columns. */
  readonly columns: readonly ColumnSchema[];
  /** The columns that later nodes read, in order. */
  readonly live: readonly ColumnSchema[];
  /** The plan with all columns, for samples; null if `lazy` has them all. */
  readonly whole: (() => WholePlan) | null;
  /** The data with all columns if it is in memory, else null. */
  readonly data: pl.DataFrame | null;
  /** A Parquet file with exactly this data, written with the options of output files; else null. */
  readonly file: string | null;
  /** The nodes that each evaluation of `lazy` runs, in topological order; empty with `data`. */
  readonly fused: readonly FusedNode[];
  readonly rows: RowCount;
  /** Its leading rows with all columns; null if they do not follow from those of a file, or with `data`. */
  readonly leading: LeadingRows | null;
}

/** A lazy plan with the nodes that an evaluation runs. */
export type WholePlan = Pick<PolarsTable, 'lazy' | 'fused'>;

/** A node of a lazy plan that polars evaluates as a whole. */
export interface FusedNode {
  readonly nodeId: string;
  readonly lazy: pl.LazyDataFrame;
  /** Adds the column and row of the failing cell to an error of the node. */
  readonly locateFailure: (error: unknown) => unknown;
}

/** Frames of at most this many cells are collected at every node, which is cheaper than a lazy plan. */
export const MAX_SMALL_CELLS = 250_000;

/** Whether a frame is collected at every node. */
export function isSmall(rows: number, columns: readonly ColumnSchema[]): boolean {
  return rows * columns.length <= MAX_SMALL_CELLS;
}

/** Whether a frame is small and in memory with all its columns. */
export function isSmallInMemory({ data, columns }: PolarsTable): boolean {
  return data !== null && isSmall(data.height, columns);
}

/** The frame of data in memory. */
export function inMemory(data: pl.DataFrame, columns: readonly ColumnSchema[]): PolarsTable {
  const rows = RowCount.known(data.height);
  const lazy = data.lazy();
  const live = columns;
  return { lazy, columns, live, whole: null, data, file: null, fused: [], rows, leading: null };
}

/** The plan of a frame with all its columns. */
export function wholeOf(table: PolarsTable): WholePlan {
  return table.whole === null ? table : table.whole();
}

/** A row count that is computed on first use. Frames with the same number of rows share it. */
export class RowCount {
  #known: number | null;
  readonly #count: () => number;

  constructor(known: number | null, count: () => number) {
    this.#known = known;
    this.#count = count;
  }

  static known(rows: number): RowCount {
    return new RowCount(rows, () => rows);
  }

  get isKnown(): boolean {
    return this.#known !== null;
  }

  get(): number {
    return (this.#known ??= this.#count());
  }
}

/** The plan that gives the rows of a table. It is trivial for a table that is known to have none. */
export function remainingPlan({ lazy, rows }: PolarsTable): pl.LazyDataFrame {
  return rows.isKnown && rows.get() === 0 ? lazy.limit(0) : lazy;
}
