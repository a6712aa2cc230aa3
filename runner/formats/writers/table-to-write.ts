import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';

/** A table and its target file. */
export interface TableToWrite {
  readonly lazy: pl.LazyDataFrame;
  readonly columns: readonly ColumnSchema[];
  readonly path: string;
  /** The name of an Excel sheet. */
  readonly sheet?: string | undefined;
}
