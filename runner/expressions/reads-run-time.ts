import { runTimeFunctions } from './functions/run-time.ts';
import { parseExpression } from './parse.ts';
import type { Syntax } from './syntax.ts';

/** Whether an expression has a function of the time of the run, such as `now()`. @throws ExpressionError */
export function readsRunTime(text: string): boolean {
  return hasClock(parseExpression(text));
}

function hasClock(syntax: Syntax): boolean {
  if (syntax.kind === 'call' && Object.hasOwn(runTimeFunctions, syntax.name)) return true;
  // Each function gets the syntax of its kind.
  const operandsOf = OPERANDS[syntax.kind] as (syntax: Syntax) => readonly Syntax[];
  return operandsOf(syntax).some(hasClock);
}

type Operands = {
  readonly [Kind in Syntax['kind']]: (
    syntax: Extract<Syntax, { readonly kind: Kind }>,
  ) => readonly Syntax[];
};

const none = (): readonly Syntax[] => [];

const OPERANDS: Operands = {
  integer: none,
  float: none,
  text: none,
  boolean: none,
  null: none,
  column: none,
  parameter: none,
  unary: ({ operand }) => [operand],
  cast: ({ operand }) => [operand],
  binary: ({ left, right }) => [left, right],
  in: ({ operand, items }) => [operand, ...items],
  case: ({ branches, otherwise }) => [
    ...branches.flatMap(({ when, then }) => [when, then]),
    ...(otherwise === null ? [] : [otherwise]),
  ],
  call: ({ args }) => args,
};
