import { isNumeric } from '../../domain/column.ts';
import type { ChartAggregate } from '../../charts/chart-request.ts';
import { coerce } from '../../expressions/coerce.ts';
import {
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Table } from '../../plan/table.ts';
import { requireTypes } from '../rules/required-types.ts';

/** A column that a chart aggregates. */
export interface Measure {
  /** Null: rows are counted. */
  readonly column: string | null;
  readonly aggregate: ChartAggregate;
  /** The config key of the column. */
  readonly field: string;
}

/**
 * The values to aggregate. Booleans are 0 and 1.
 * @throws ConfigError for an unknown column, and for one without numbers unless its values are counted
 */
export function measureOf(input: Table, { column, aggregate, field }: Measure): TypedExpression {
  if (column === null) return literal('integer', 1n);
  const found = input.column(column, field);
  const cell = columnReference(found);
  if (aggregate === 'count' || isNumeric(found.type)) return cell;
  requireTypes([found], field, ['integer', 'float', 'boolean']);
  return coerce(cell, 'integer') ?? cell;
}
