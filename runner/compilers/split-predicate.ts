import { logicalAnd } from '../expressions/operations/logic.ts';
import type { TypedExpression } from '../expressions/typed-expression.ts';

/**
 * Whether polars evaluates the parts of a predicate one after the other, each for the rows that the others have
 * left, so that a part that can fail does not.
 */
export function isSplit(
  predicate: TypedExpression,
  fails: (part: TypedExpression) => boolean,
): boolean {
  return predicate.kind === 'call' && predicate.operation === logicalAnd && fails(predicate);
}
