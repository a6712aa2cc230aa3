import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';

/** The polars library. It is passed as a parameter, so that importing node files does not load it. */
export type PolarsLibrary = typeof pl;

/** A lazy plan with its output schema. */
export interface PolarsFrame {
  readonly lazy: pl.LazyDataFrame;
  readonly columns: readonly ColumnSchema[];
}
