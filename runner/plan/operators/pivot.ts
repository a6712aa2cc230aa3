import type { ColumnSchema } from '../../domain/column.ts';
import type { TypedExpression } from '../../expressions/typed-expression.ts';
import type { Relation } from '../relation.ts';

/** The fields that a pivot has whether or not its heads are known. */
interface PivotFields {
  /** Has at most one row for each combination of the index and the column. */
  readonly input: Relation;
  /** The columns that identify an output row. */
  readonly index: readonly string[];
  /** The column whose values become columns. */
  readonly column: ColumnSchema;
  /** The column with the cells. */
  readonly value: ColumnSchema;
}

/** A value that becomes a column. */
export interface Head {
  /** The value as text, `null` for null. */
  readonly name: string;
  /** Whether the head is null. */
  readonly isNull: boolean;
  /** True for the rows of the head. */
  readonly predicate: TypedExpression;
}

/**
 * Turns the values of a column into columns. A combination without a row is null. Rows are sorted by the
 * index, null last. Makes an order.
 */
export interface Pivot extends PivotFields {
  readonly op: 'pivot';
  /** The output schema. */
  readonly columns: readonly ColumnSchema[];
  readonly heads: readonly Head[];
}

/**
 * A pivot whose heads are the values that the column has, sorted, null last. It is the output of a node and
 * never the input of an operator: execution finds the heads and replaces it by a Pivot. So it has no schema.
 */
export interface DiscoveredPivot extends PivotFields {
  readonly op: 'discoveredPivot';
}
