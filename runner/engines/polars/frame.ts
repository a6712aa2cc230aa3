import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';

/** The polars library. It is passed as a parameter, so that importing node files does not load it. */
export type PolarsLibrary = typeof pl;

/** A lazy plan with its output schema. */
export interface PolarsFrame {
  readonly lazy: pl.LazyDataFrame;
  readonly columns: readonly ColumnSchema[];
  /** The rows with these columns, if they are few and in memory. */
  readonly data?: pl.DataFrame | null;
  /** The number of rows, when the engine counts them anyway. */
  readonly rows?: { get(): number };
}

/** The number of rows of a frame. Evaluates its plan if the number is not known. */
export function countRows(library: PolarsLibrary, { lazy, rows }: PolarsFrame): number {
  if (rows !== undefined) return rows.get();
  const counted = lazy.select(library.len().alias('rows')).collectSync({ engine: 'streaming' });
  return Number(counted.getColumn('rows').getIndex(0));
}
