import type { JsonValue } from '../../domain/json.ts';
import { evaluateConstant } from '../constant.ts';
import { asText } from '../coerce.ts';
import { describeType, failAt, type Argument, type Scope } from '../scope.ts';
import { isConstant, literal, usesClock, type TypedExpression } from '../typed-expression.ts';
import type { LiteralValue } from '../literal.ts';

/** An expression over `EXAMPLE_ROW` and its value; a datetime as ISO 8601 text. */
export type FunctionExample = readonly [expression: string, value: JsonValue];

/** Documentation of a function. A test runs the examples on both engines. */
export interface FunctionDocumentation {
  readonly summary: string;
  readonly examples: readonly [FunctionExample, ...FunctionExample[]];
}

/** A function of the expression language. */
export interface FunctionEntry {
  /** Minimum and maximum number of arguments. */
  readonly parameters: readonly [number, number];
  /** Call syntax, for error messages and documentation. */
  readonly usage: string;
  readonly doc: FunctionDocumentation;
  /** Selects the operation by the argument types. @throws ExpressionError for invalid arguments */
  check(args: readonly Argument[], scope: Scope, call: { readonly at: number }): TypedExpression;
}

/** Documents a function. @param examples expressions over `EXAMPLE_ROW` with their values */
export function documented(
  summary: string,
  ...examples: FunctionDocumentation['examples']
): FunctionDocumentation {
  return { summary, examples };
}

/** @throws TypeError when the argument is missing */
export function argumentAt(args: readonly Argument[], index: number): Argument {
  const found = args[index];
  if (found === undefined) throw new TypeError(`Argument ${index} is missing.`);
  return found;
}

/** Returns the argument converted to text. */
export function argumentAsText(argument: Argument): TypedExpression {
  return asText(argument.node);
}

function requireConstant(argument: Argument, scope: Scope, expected: string): LiteralValue {
  if (!isConstant(argument.node)) {
    failAt(
      scope,
      argument.at,
      `This must be ${expected} that is the same for all rows, not a column.`,
    );
  }
  if (usesClock(argument.node)) {
    failAt(
      scope,
      argument.at,
      `This must be ${expected} that does not depend on the time of the run.`,
    );
  }
  return evaluateConstant(argument.node, (reason) => failAt(scope, argument.at, reason));
}

/**
 * Returns a text that is the same for all rows, and the literal that exported Python shows.
 * @throws ExpressionError unless the argument is a constant text
 */
export function requireConstantText(
  argument: Argument,
  scope: Scope,
): { readonly value: string; readonly node: TypedExpression } {
  const value = requireConstant(argument, scope, 'a text');
  if (typeof value !== 'string') {
    return failAt(
      scope,
      argument.at,
      `This must be a text, and is ${describeType(argument.node)}.`,
    );
  }
  const node = argument.node.kind === 'literal' ? argument.node : literal('string', value);
  return { value, node };
}

/**
 * Returns a whole number within bounds that is the same for all rows.
 * @throws ExpressionError for any other argument
 */
export function requireConstantInteger(
  argument: Argument,
  scope: Scope,
  [min, max]: readonly [number, number],
): number {
  const value = requireConstant(argument, scope, 'a whole number');
  if (typeof value !== 'bigint' || value < BigInt(min) || value > BigInt(max)) {
    return failAt(scope, argument.at, `This must be a whole number from ${min} to ${max}.`);
  }
  return Number(value);
}
