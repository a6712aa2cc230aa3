import type { ColumnSchema } from '../../domain/column.ts';
import type { ConfigPath, Relation } from '../relation.ts';

/** How the edges of bins follow from the values: of equal width, or with equally many values in each bin. */
export const BIN_METHODS = ['equalwidth', 'quantile'] as const;
export type BinMethod = (typeof BIN_METHODS)[number];

/**
 * Adds a text column with the label of the bin of each number. A bin is (a, b]; null and infinity are in
 * none. All rows determine the edges. Keeps rows and order.
 */
export interface Bin {
  readonly op: 'bin';
  readonly columns: readonly ColumnSchema[];
  readonly input: Relation;
  /** A column of numbers, or of nulls. */
  readonly column: string;
  readonly method: BinMethod;
  /** At least 2. */
  readonly bins: number;
  /** One text for each bin; null: the edges of the bin. */
  readonly labels: readonly string[] | null;
  /** The name of the column with the labels. It may replace a column. */
  readonly name: string;
  readonly at: {
    readonly name: ConfigPath;
    readonly column: ConfigPath;
    readonly bins: ConfigPath;
    readonly labels: ConfigPath;
  };
}
