import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';

/** The polars library, passed in so that node files can be read without loading it. */
export type PolarsLibrary = typeof pl;

/** A lazy plan with the columns it yields, known without running it. */
export interface PolarsFrame {
  readonly lazy: pl.LazyDataFrame;
  readonly columns: readonly ColumnSchema[];
}
