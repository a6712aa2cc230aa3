import type { ColumnType } from '../domain/column.ts';
import type { Operation } from '../expressions/operation.ts';
import { integerToFloat } from '../expressions/operations/numeric-casts.ts';
import { nullAs } from '../expressions/operations/null-as.ts';
import { toText } from '../expressions/operations/to-text.ts';

/** The operation that converts cells to a supertype; null when none is needed. */
export function widening(from: ColumnType, to: ColumnType): Operation | null {
  if (from === to || from === 'string') return null;
  if (from === 'integer' && to === 'float') return integerToFloat;
  return from === 'null' ? nullAs(to) : toText(from);
}
