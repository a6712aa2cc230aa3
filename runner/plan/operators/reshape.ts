import type { ColumnSchema } from '../../domain/column.ts';
import type { ConfigPath, Operator, Relation } from '../relation.ts';

/**
 * Turns columns into rows: one row for each value column and input row, all rows of the first column first.
 * Observes the order.
 */
export interface Unpivot extends Operator {
  readonly op: 'unpivot';
  readonly input: Relation;
  /** The columns that every row repeats. */
  readonly keys: readonly string[];
  /** The columns that become rows. Their cells are converted to the type of `value`. */
  readonly values: readonly string[];
  /** The text column with the name of the value column. */
  readonly variable: string;
  /** The column with the cell. */
  readonly value: ColumnSchema;
  readonly at: {
    readonly keys: ConfigPath;
    /** Undefined: the values are all columns that are no keys. */
    readonly values: ConfigPath | undefined;
    readonly variable: ConfigPath;
    readonly value: ConfigPath;
  };
}

/**
 * Splits the texts of a column: one row for each part, in which the other columns repeat. The parts of a JSON array
 * are its elements. Null and an array without elements are one row with null, an empty text one row with an empty
 * text. Keeps the order.
 */
export interface Explode extends Operator {
  readonly op: 'explode';
  readonly input: Relation;
  /** A text column. */
  readonly column: string;
  /** A literal text. Empty: each text is a JSON array; another one fails. */
  readonly delimiter: string;
  readonly at: { readonly column: ConfigPath; readonly delimiter: ConfigPath };
}
