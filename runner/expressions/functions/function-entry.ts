import type { JsonValue } from '../../domain/json.ts';
import { evaluateConstant } from '../constant.ts';
import { asText } from '../coerce.ts';
import { describeType, failAt, type Argument, type Scope } from '../scope.ts';
import {
  isConstant,
  literal,
  usesClock,
  type LiteralValue,
  type TypedExpression,
} from '../typed-expression.ts';

/** An expression over `EXAMPLE_ROW` and its value; a datetime as ISO 8601 text. */
export type FunctionExample = readonly [expression: string, value: JsonValue];

/** What the documentation says of a function. A test runs the examples on both engines. */
export interface FunctionDocumentation {
  readonly summary: string;
  readonly examples: readonly [FunctionExample, ...FunctionExample[]];
}

/** One function of the language. */
export interface FunctionEntry {
  /** Fewest and most arguments. */
  readonly parameters: readonly [number, number];
  /** How it is written, for messages and documentation. */
  readonly usage: string;
  readonly doc: FunctionDocumentation;
  /** Picks the operation by the types of the arguments. @throws ExpressionError */
  check(args: readonly Argument[], scope: Scope, call: { readonly at: number }): TypedExpression;
}

/** @param examples each an expression over `EXAMPLE_ROW` with its value */
export function documented(
  summary: string,
  ...examples: FunctionDocumentation['examples']
): FunctionDocumentation {
  return { summary, examples };
}

export function argumentAt(args: readonly Argument[], index: number): Argument {
  const found = args[index];
  if (found === undefined) throw new TypeError(`Argument ${index} is missing.`);
  return found;
}

/** The argument as text; numbers, booleans and dates are written as text. */
export function argumentAsText(argument: Argument): TypedExpression {
  return asText(argument.node);
}

function requireConstant(argument: Argument, scope: Scope, wanted: string): LiteralValue {
  if (!isConstant(argument.node)) {
    failAt(
      scope,
      argument.at,
      `This must be ${wanted} that is the same for all rows, not a column.`,
    );
  }
  if (usesClock(argument.node)) {
    failAt(
      scope,
      argument.at,
      `This must be ${wanted} that does not depend on the time of the run.`,
    );
  }
  return evaluateConstant(argument.node, (reason) => failAt(scope, argument.at, reason));
}

/** A text that is the same for all rows, with the literal that Python shows. */
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

/** A whole number within bounds that is the same for all rows. */
export function requireConstantInteger(
  argument: Argument,
  scope: Scope,
  [least, most]: readonly [number, number],
): number {
  const value = requireConstant(argument, scope, 'a whole number');
  if (typeof value !== 'bigint' || value < BigInt(least) || value > BigInt(most)) {
    return failAt(scope, argument.at, `This must be a whole number from ${least} to ${most}.`);
  }
  return Number(value);
}
