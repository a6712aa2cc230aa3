import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { LostValues } from '../../domain/file-warning.ts';

/** A table and its target file. */
export interface TableToWrite {
  readonly lazy: pl.LazyDataFrame;
  readonly columns: readonly ColumnSchema[];
  readonly path: string;
  /** The name of an Excel sheet. */
  readonly sheet?: string | undefined;
}

/** What a writer wrote of a table. */
export interface WrittenTable {
  readonly rows: number;
  /** What the file lacks. */
  readonly lost: readonly LostValues[];
}
