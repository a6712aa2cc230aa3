import { isNumeric, type ColumnType } from '../../domain/column.ts';
import type { Operation } from '../../expressions/operation.ts';
import { integerToFloat } from '../../expressions/operations/numeric-casts.ts';
import { toText } from '../../expressions/operations/to-text.ts';

/** The type in which cells of both types can stand: numbers meet as floats, all else as text. */
export function supertype(a: ColumnType, b: ColumnType): ColumnType {
  if (a === b) return a;
  return isNumeric(a) && isNumeric(b) ? 'float' : 'string';
}

/** What turns cells into a supertype of theirs; null when there is nothing to do. */
export function widening(from: ColumnType, to: ColumnType): Operation | null {
  if (from === to || from === 'string') return null;
  if (to === 'float') return integerToFloat;
  return toText(from);
}
