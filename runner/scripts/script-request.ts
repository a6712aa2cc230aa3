import type { ColumnSchema } from '../domain/column.ts';
import type { Engine } from '../domain/engine.ts';
import type { Opaque } from '../plan/operators/opaque.ts';

/** A script and its files. */
export interface ScriptRequest extends Pick<Opaque, 'script' | 'argument'> {
  readonly engine: Engine;
  /** A folder of its own. */
  readonly folder: string;
  /** The Parquet file of the input frame. */
  readonly input: string;
  readonly columns: readonly ColumnSchema[];
  /** The number of rows of the input. */
  readonly rows: number;
  /** The Parquet file of the result, with columns of any types. */
  readonly output: string;
  /** The columns that the config declares; null: none. */
  readonly declared: readonly ColumnSchema[] | null;
}
