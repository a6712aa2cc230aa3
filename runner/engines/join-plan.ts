import type { ColumnSchema } from '../domain/column.ts';

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

/** A join with its result schema, independent of the engine. */
export interface JoinPlan {
  readonly how: JoinKind;
  readonly pairs: readonly KeyPair[];
  /** Left columns in order, then right columns. A key with the same name on both sides occurs once. */
  readonly columns: readonly JoinedColumn[];
}
