import type { ColumnSchema } from '../../domain/column.ts';
import type { Operator, Relation } from '../relation.ts';

/** The columns of a table of correlations. */
export const CORRELATION = [
  { name: 'first', type: 'integer' },
  { name: 'second', type: 'integer' },
  { name: 'products', type: 'float' },
  { name: 'count', type: 'integer' },
] as const satisfies readonly ColumnSchema[];

/**
 * One row for each pair of columns of numbers or booleans, a column with itself included, in the order of the
 * columns. `first` and `second` are their places, from 0. `products` is the sum of the products of both
 * standard scores and `count` their number, over the rows in which both values are finite: the correlation is
 * `products` by `count` - 1. `count` is 0 where a column is constant or its deviation is beyond floats.
 */
export interface Correlate extends Operator {
  readonly op: 'correlate';
  readonly input: Relation;
  readonly correlated: readonly ColumnSchema[];
}
