import type { WindowFunction } from '../../../expressions/typed-expression.ts';
import type { Column } from '../frame.ts';
import { aggregateColumn } from './aggregate-column.ts';
import { groupRows } from './group-rows.ts';
import { modes } from './modes.ts';
import { nearestValidRows } from './nearest-valid-rows.ts';
import { columnLength } from './null-mask.ts';
import { takeCells } from './take-rows.ts';

/**
 * A window function over all rows of a column.
 * @returns one cell and `constant` for an aggregate, else a cell for each row
 */
export function windowColumn(
  name: WindowFunction,
  column: Column,
): { readonly column: Column; readonly constant: boolean } {
  if (name === 'forward fill' || name === 'backward fill') {
    const rows = nearestValidRows(column, name === 'backward fill' ? 'forward' : 'backward');
    return { column: takeCells(column, rows), constant: false };
  }
  const all = groupRows([], columnLength(column));
  const value = name === 'mode' ? modes(column, all) : aggregateColumn(column, all, name);
  return { column: value, constant: true };
}
