import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';

/** A frame of the polars engine: a plan that may not have been evaluated yet, or data in memory. */
export interface PolarsTable {
  readonly lazy: pl.LazyDataFrame;
  readonly columns: readonly ColumnSchema[];
  /** The data, when it is in memory. */
  readonly data: pl.DataFrame | null;
  /** The Parquet file that holds exactly this, written as users' files are; else null. */
  readonly file: string | null;
  /** The nodes that `lazy` evaluates anew each time, in topological order; empty with `data`. */
  readonly fused: readonly FusedNode[];
  /** Known rows, or the table whose number of rows is the same. */
  readonly rows: RowCount;
}

/** A node inside a plan that is evaluated as a whole. */
export interface FusedNode {
  readonly nodeId: string;
  readonly lazy: pl.LazyDataFrame;
  /** The error that the node failed with, made to name column and row of the cell at fault. */
  readonly located: (error: unknown) => unknown;
}

/** The number of rows, counted when it is first asked for; tables with equally many rows share it. */
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
