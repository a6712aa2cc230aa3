import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject } from '../domain/json.ts';
import { ExpressionError } from './expression-error.ts';
import type { TypedExpression } from './typed-expression.ts';

/** What expressions of a flow can name besides columns. */
export interface ExpressionValues {
  /** Effective values of the parameters. */
  readonly parameters: JsonObject;
  /** What `now()` is: ISO 8601 without an offset. It is one value for a whole run. */
  readonly localTime: string;
}

/** What the names of an expression stand for, and its text, for messages. */
export interface Scope extends ExpressionValues {
  readonly text: string;
  readonly columns: readonly ColumnSchema[];
}

/** An argument with the place it stands at. */
export interface Argument {
  readonly node: TypedExpression;
  readonly at: number;
}

export function failAt(scope: Scope, at: number, reason: string): never {
  throw new ExpressionError(reason, scope.text, at);
}

const TYPE_PHRASES = {
  integer: 'an integer',
  float: 'a float',
  boolean: 'a boolean',
  datetime: 'a datetime',
  string: 'text',
} as const;

/** How messages call the type of a value: `text`, `an integer`, with the column's name. */
export function describeType(node: TypedExpression): string {
  const type = node.type === null ? 'null' : TYPE_PHRASES[node.type];
  return node.kind === 'column' ? `the column "${node.name}" (${type})` : type;
}
