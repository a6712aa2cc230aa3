import type { ColumnSchema } from '../domain/column.ts';

export const JOIN_KINDS = ['inner', 'left', 'right', 'outer', 'semi', 'anti'] as const;
export type JoinKind = (typeof JOIN_KINDS)[number];

/** Key columns that are compared with each other. */
export interface KeyPair {
  readonly left: ColumnSchema;
  readonly right: ColumnSchema;
}

/** Where a column of the result comes from; `key` takes the left cell, or the right one if there is no left row. */
export interface JoinedColumn extends ColumnSchema {
  readonly from: 'left' | 'right' | 'key';
  /** Its name there; for a key, on both sides. */
  readonly source: string;
}

export interface JoinPlan {
  readonly how: JoinKind;
  readonly pairs: readonly KeyPair[];
  /** Left columns in order, then right ones. A key of one name on both sides is there once. */
  readonly columns: readonly JoinedColumn[];
}
