import type { ColumnType } from '../domain/column.ts';
import { columnsUsed, type TypedExpression } from './typed-expression.ts';

/** A checked expression: made by `compileExpression`, or by a node from parts. */
export interface CompiledExpression {
  /** Null: the expression is nothing but null. */
  readonly type: ColumnType | null;
  readonly columnsUsed: readonly string[];
  readonly root: TypedExpression;
}

export function toCompiledExpression(root: TypedExpression): CompiledExpression {
  return { type: root.type, columnsUsed: columnsUsed(root), root };
}
