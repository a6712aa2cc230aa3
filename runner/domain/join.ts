import type { ColumnSchema } from './column.ts';

/** The kinds of joins. */
export const JOIN_KINDS = ['inner', 'left', 'right', 'outer', 'semi', 'anti'] as const;
export type JoinKind = (typeof JOIN_KINDS)[number];

/** A pair of key columns that are compared for equality. */
export interface KeyPair {
  readonly left: ColumnSchema;
  readonly right: ColumnSchema;
}

/** A result column and its source. `key` is the left cell, or the right cell of a row without left side. */
export interface JoinedColumn extends ColumnSchema {
  readonly from: 'left' | 'right' | 'key';
  /** The name of the source column; for a key, on both sides. */
  readonly source: string;
}

/** The right rows that can be next to a left row: those before it, after it, or both. */
export const ASOF_DIRECTIONS = ['backward', 'forward', 'nearest'] as const;
export type AsofDirection = (typeof ASOF_DIRECTIONS)[number];

/**
 * How the last pair of keys matches: not equal values, but the nearest one. Of right rows with that value, the
 * last one before the left row and the first one after it; of two values at one distance the smaller one.
 */
export interface AsofRule {
  readonly direction: AsofDirection;
  /** The maximum distance, in microseconds between datetimes; null: any. An integer between integers. */
  readonly tolerance: number | bigint | null;
}

/** A join with its result schema, independent of the engine. */
export interface JoinPlan {
  readonly how: JoinKind;
  readonly pairs: readonly KeyPair[];
  /** Left columns in order, then right columns. A key with the same name on both sides occurs once. */
  readonly columns: readonly JoinedColumn[];
  /** Only of a left join, in which a left row has at most one match then. */
  readonly asof?: AsofRule;
}
