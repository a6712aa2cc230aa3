import type { Column, Frame } from '../engines/pandas/frame.ts';
import type { CompiledExpression } from './compiled-expression.ts';
import { evaluate, repeatConstant } from './evaluate.ts';

/**
 * Evaluates an expression for every row of a frame. The literal null returns a column of nulls.
 * @throws UserError when a value cannot be computed, such as an integer beyond 64 bits
 */
export function toColumn(expression: CompiledExpression, frame: Frame): Column {
  const { column, constant } = evaluate(expression.root, frame);
  return constant ? repeatConstant(column, frame.length) : column;
}
