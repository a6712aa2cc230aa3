import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { LeadingRows } from './leading-rows.ts';

/** A frame of the polars engine: a lazy plan or data in memory. */
export interface PolarsTable {
  readonly lazy: pl.LazyDataFrame;
  readonly columns: readonly ColumnSchema[];
  /** The data if it is in memory, else null. */
  readonly data: pl.DataFrame | null;
  /** A Parquet file with exactly this data, written with the options of output files; else null. */
  readonly file: string | null;
  /** The nodes that each evaluation of `lazy` runs, in topological order; empty with `data`. */
  readonly fused: readonly FusedNode[];
  readonly rows: RowCount;
  /** Its leading rows; null if they do not follow from those of a file, or with `data`. */
  readonly leading: LeadingRows | null;
}

/** A node of a lazy plan that polars evaluates as a whole. */
export interface FusedNode {
  readonly nodeId: string;
  readonly lazy: pl.LazyDataFrame;
  /** Adds the column and row of the failing cell to an error of the node. */
  readonly locateFailure: (error: unknown) => unknown;
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
