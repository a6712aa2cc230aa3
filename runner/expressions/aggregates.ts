import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';

/** The aggregate functions. */
export const AGGREGATES = [
  'sum',
  'mean',
  'count',
  'min',
  'max',
  'median',
  'nunique',
  'std',
  'var',
  'prod',
  'first',
  'last',
] as const;
export type Aggregate = (typeof AGGREGATES)[number];

const RESULTS = {
  sum: 'number',
  mean: 'float',
  count: 'integer',
  min: 'same',
  max: 'same',
  median: 'float',
  nunique: 'integer',
  std: 'float',
  var: 'float',
  prod: 'number',
  first: 'same',
  last: 'same',
} as const satisfies Readonly<Record<Aggregate, 'integer' | 'float' | 'number' | 'same'>>;

/**
 * The result type of an aggregate of a column. Booleans count as 0 and 1, and nulls without a type as
 * integers.
 * @throws UserError when the aggregate needs numbers and the column has none
 */
export function aggregateType(aggregate: Aggregate, { name, type }: ColumnSchema): ColumnType {
  const result = RESULTS[aggregate];
  if (result === 'same') return type;
  if (result === 'integer') return 'integer';
  if (type === 'string' || type === 'datetime') {
    throw new UserError(
      `The ${aggregate} of "${name}" needs numbers, but the column is of type ${type}. ` +
        'Change its type first, or use count, min, max, first or last.',
    );
  }
  return result === 'number' && type !== 'float' ? 'integer' : 'float';
}

/** Aggregates that need no numbers, so that they work on every type. */
export const NON_NUMERIC_AGGREGATES: ReadonlySet<Aggregate> = new Set([
  'count',
  'nunique',
  'min',
  'max',
  'first',
  'last',
]);
