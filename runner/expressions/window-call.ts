import type { ColumnType } from '../domain/column.ts';
import type { Aggregate } from './aggregates.ts';
import type { ColumnReference } from './column-reference.ts';

/** The aggregates of all rows from the first of the partition to the current one. */
export const RUNNING_AGGREGATES = ['sum', 'prod', 'min', 'max'] as const;
export type RunningAggregate = (typeof RUNNING_AGGREGATES)[number];

/** The aggregates of a window of rows that ends with the current one. */
export const ROLLING_AGGREGATES = ['mean', 'sum', 'min', 'max', 'std', 'median'] as const;
export type RollingAggregate = (typeof ROLLING_AGGREGATES)[number];

/** A window of rows that ends with the current one. */
export interface RollingWindow {
  readonly kind: 'rolling';
  readonly aggregate: RollingAggregate;
  /** The number of rows. */
  readonly size: number;
  /** The least number of values, without nulls; with fewer the result is null. */
  readonly minValues: number;
}

/**
 * What a window call computes for a row from the rows of its partition.
 *
 * - `row number`: the number of rows up to this one (`first` for the first row).
 * - `rank`: by the order keys, equal keys share a rank; `dense` leaves no gaps. A row with a null among its
 *   order keys has no rank and counts for none.
 * - `shift`: the value `offset` rows before this one; after it for a negative offset. Null beyond the partition.
 * - `fill`: the nearest value before (or after) the row, including its own.
 * - `running`: an aggregate up to this row. Null where the cell is null, and continued after it.
 * - `rolling`: an aggregate of the values of the last rows. A null is no value.
 * - `whole`: an aggregate of the partition, the same for each of its rows. It reads them in the order of the
 *   input, whatever the order of the window.
 * - `quantile`: the value at a share of the sorted values of the partition, interpolated linearly between two
 *   neighbours; the same for each row. Null between infinities of both signs.
 */
export type WindowFunction =
  | { readonly kind: 'row number'; readonly first: 0 | 1 }
  | { readonly kind: 'rank'; readonly dense: boolean }
  | { readonly kind: 'shift'; readonly offset: number }
  | { readonly kind: 'fill'; readonly direction: 'forward' | 'backward' }
  | { readonly kind: 'running'; readonly aggregate: RunningAggregate }
  | RollingWindow
  | { readonly kind: 'whole'; readonly aggregate: Aggregate | 'mode' }
  | { readonly kind: 'quantile'; readonly share: number };

/** Sorts the rows of a partition. Nulls are last in both directions; ties keep the order of the input. */
export interface WindowOrder {
  /** At least one; the most significant key first. */
  readonly keys: readonly ColumnReference[];
  readonly descending: boolean;
}

/** The rows that a window call reads. */
export interface WindowSpec {
  /** Rows with equal keys are a partition; null is a key. Empty: all rows. */
  readonly partition: readonly ColumnReference[];
  /** Null: the order of the input. */
  readonly order: WindowOrder | null;
}

/** All rows in the order of the input. */
export const ALL_ROWS: WindowSpec = { partition: [], order: null };

/** A function over the rows of a partition. Legal only in the fields of a `window` relation. */
export interface WindowCall {
  readonly kind: 'window';
  readonly function: WindowFunction;
  /** Null for row numbers and ranks. */
  readonly column: ColumnReference | null;
  readonly over: WindowSpec;
  readonly type: ColumnType;
}

export function windowCall(
  function_: WindowFunction,
  column: ColumnReference | null,
  type: ColumnType,
  over: WindowSpec = ALL_ROWS,
): WindowCall {
  return { kind: 'window', function: function_, column, over, type };
}

/** The columns that a window call reads. */
export function windowColumns({ column, over }: WindowCall): readonly ColumnReference[] {
  const keys = [...over.partition, ...(over.order?.keys ?? [])];
  return column === null ? keys : [column, ...keys];
}

/** Whether the call adds or multiplies floats, so that a result can be NaN, which is null. */
export function computesFloats({ function: called, type }: WindowCall): boolean {
  return type === 'float' && (called.kind === 'running' || called.kind === 'rolling');
}

/** Whether the result is one value for all rows of a partition, whatever their order. */
export function isOfPartition({ function: called }: WindowCall): boolean {
  return called.kind === 'whole' || called.kind === 'quantile';
}

/** Whether some values leave the 64 bits of an integer, so that the call fails. */
export function windowCanOverflow({ function: called, type }: WindowCall): boolean {
  if (type !== 'integer' || !('aggregate' in called)) return false;
  return called.aggregate === 'sum' || called.aggregate === 'prod';
}

/** The window call of a column. @throws TypeError for a call without one */
export function windowColumn({ column, function: called }: WindowCall): ColumnReference {
  if (column === null) throw new TypeError(`The window function ${called.kind} needs a column.`);
  return column;
}

/** Whether a call is of all rows and needs them in the order of their values. */
export function isColumnQuantile({ function: called, over }: WindowCall): boolean {
  return over.partition.length === 0 && (called.kind === 'quantile' || isMedian(called));
}

export function isMedian(called: WindowFunction): boolean {
  return called.kind === 'whole' && called.aggregate === 'median';
}

/** Whether a call has the same value in all rows. */
export function isColumnStatistic({ function: called, over }: WindowCall): boolean {
  return over.partition.length === 0 && (called.kind === 'quantile' || called.kind === 'whole');
}
