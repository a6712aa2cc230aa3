import { isNumeric } from '../../domain/column.ts';
import type { ChartAggregate } from '../../charts/chart-request.ts';
import { coerce } from '../../expressions/coerce.ts';
import {
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Table } from '../../plan/table.ts';
import { asFloat } from './float-expressions.ts';
import { requireTypes } from '../rules/required-types.ts';

/** The types of columns that a chart shows as numbers. Texts that are no numbers count as missing. */
export const CHART_TYPES = ['integer', 'float', 'boolean', 'string'] as const;

/** What a chart aggregates. */
export interface Measure {
  /** Null: rows are counted. With the aggregate count they are counted whatever the column. */
  readonly column: string | null;
  readonly aggregate: ChartAggregate;
  /** The config key of the column. */
  readonly field: string;
}

/**
 * The column that a chart says that it shows; null where it counts rows.
 * @param name as the config has it: an empty text stands for none
 */
export function shownMeasure(name: string, aggregate: ChartAggregate): string | null {
  return name === '' || aggregate === 'count' ? null : name;
}

/**
 * The values to aggregate: a number for each row that is counted. Booleans are 0 and 1, texts are read as numbers.
 * @throws ConfigError for an unknown column, and for one of dates unless rows are counted
 */
export function measureOf(input: Table, { column, aggregate, field }: Measure): TypedExpression {
  if (column === null) return literal('integer', 1n);
  const found = input.column(column, field);
  if (aggregate === 'count') return literal('integer', 1n);
  const cell = columnReference(found);
  if (isNumeric(found.type)) return cell;
  requireTypes([found], field, CHART_TYPES);
  if (found.type === 'string') return asFloat(found);
  return coerce(cell, 'integer') ?? cell;
}
