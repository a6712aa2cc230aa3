import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject } from '../domain/json.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import { ExpressionError } from './expression-error.ts';
import type { TypedExpression } from './typed-expression.ts';

/** Values that expressions of a flow can use besides columns. */
export interface ExpressionValues {
  /** Effective parameter values. */
  readonly parameters: JsonObject;
  /** Value of `now()`: ISO 8601 without an offset. It is the same for the whole run. */
  readonly localTime: string;
}

/** Columns and values that an expression can name, and its text for error positions. */
export interface Scope extends ExpressionValues {
  readonly text: string;
  /** Null: they are not known. What reads one has no known type. */
  readonly columns: readonly ColumnSchema[] | null;
}

/** An argument with its offset in the expression. */
export interface Argument {
  readonly node: TypedExpression;
  readonly at: number;
}

/** @throws ExpressionError with the position of the offset `at` */
export function failAt(scope: Scope, at: number, reason: string): never {
  throw new ExpressionError(reason, scope.text, at);
}

/** Describes a value for error messages: its type, and the name of a column. */
export function describeType(node: TypedExpression): string {
  const type = COLUMN_TYPE_TABLE[node.type].phrase;
  return node.kind === 'column' ? `the column "${node.name}" (${type})` : type;
}
