import type { Operation } from './operation.ts';
import { call, type TypedExpression } from './typed-expression.ts';

/** Combines predicates as a balanced tree, so that hundreds of columns do not nest deeply; null for none. */
export function combineBalanced(
  operation: Operation,
  predicates: readonly TypedExpression[],
): TypedExpression | null {
  const [first] = predicates;
  if (first === undefined || predicates.length === 1) return first ?? null;
  const half = Math.ceil(predicates.length / 2);
  const left = combineBalanced(operation, predicates.slice(0, half));
  const right = combineBalanced(operation, predicates.slice(half));
  return left === null || right === null ? null : call(operation, left, right);
}
