import type { ColumnType } from '../domain/column.ts';
import { columnsUsed, type Typed } from './typed.ts';

/** A checked expression: made by `compileExpression`, or by a node from parts. */
export interface CompiledExpression {
  /** Null: the expression is nothing but null. */
  readonly type: ColumnType | null;
  readonly columnsUsed: readonly string[];
  readonly root: Typed;
}

export function compiled(root: Typed): CompiledExpression {
  return { type: root.type, columnsUsed: columnsUsed(root), root };
}
