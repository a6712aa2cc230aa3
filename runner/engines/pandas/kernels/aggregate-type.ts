import { isNumeric, type ColumnSchema, type ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';

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

/**
 * The type of an aggregate of a column; booleans count as 0 and 1.
 * @throws UserError when the aggregate needs numbers and the column has none
 */
export function aggregateType(aggregate: Aggregate, column: ColumnSchema): ColumnType {
  switch (aggregate) {
    case 'count':
    case 'nunique':
      return 'integer';
    case 'min':
    case 'max':
    case 'first':
    case 'last':
      return column.type;
    default:
      return numericType(aggregate, column);
  }
}

function numericType(
  aggregate: 'sum' | 'prod' | 'mean' | 'median' | 'std' | 'var',
  column: ColumnSchema,
): ColumnType {
  if (!isNumeric(column.type) && column.type !== 'boolean') {
    throw new UserError(
      `The ${aggregate} of "${column.name}" needs numbers, but the column is of type ${column.type}. ` +
        'Use count, nunique, min, max, first or last, or cast the column before.',
    );
  }
  const whole = (aggregate === 'sum' || aggregate === 'prod') && column.type !== 'float';
  return whole ? 'integer' : 'float';
}
