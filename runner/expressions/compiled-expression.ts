import type { ColumnType } from '../domain/column.ts';
import { columnsUsed, type TypedExpression } from './typed-expression.ts';

/** A checked expression, compiled from text or built by a node. */
export interface CompiledExpression {
  readonly type: ColumnType;
  readonly columnsUsed: readonly string[];
  readonly root: TypedExpression;
}

/** Wraps a checked tree with its type and the columns that it reads. */
export function toCompiledExpression(root: TypedExpression): CompiledExpression {
  return { type: root.type, columnsUsed: columnsUsed(root), root };
}
