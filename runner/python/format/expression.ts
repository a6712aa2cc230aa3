/** The tree of a Python expression, as far as layout needs it. */
export type Expression =
  /** A name, number or text. */
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'attribute'; readonly value: Expression; readonly name: string }
  | {
      readonly kind: 'call' | 'subscript';
      readonly value: Expression;
      readonly items: readonly Expression[];
    }
  /** `(…)` around one expression. */
  | { readonly kind: 'parentheses'; readonly value: Expression }
  | {
      readonly kind: 'collection';
      readonly open: '(' | '[' | '{';
      readonly items: readonly Expression[];
    }
  /** `name=value`, `"key": value`, `**value`, or a clause such as `for x in value`. */
  | { readonly kind: 'prefixed'; readonly prefix: string; readonly value: Expression }
  | { readonly kind: 'entry'; readonly key: Expression; readonly value: Expression }
  | { readonly kind: 'unary'; readonly operator: string; readonly value: Expression }
  /** Operators of one precedence; there is one operand more than operators. */
  | {
      readonly kind: 'infix';
      readonly precedence: number;
      readonly operands: readonly Expression[];
      readonly operators: readonly string[];
    }
  | {
      readonly kind: 'conditional';
      readonly value: Expression;
      readonly test: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'lambda'; readonly parameters: string; readonly body: Expression }
  | {
      readonly kind: 'comprehension';
      readonly element: Expression;
      readonly clauses: readonly Expression[];
    }
  | { readonly kind: 'slice'; readonly bounds: readonly (Expression | null)[] };

/** An infix operator and how strongly it binds. */
export interface InfixOperator {
  readonly text: string;
  readonly precedence: number;
}

const BY_PRECEDENCE: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['in', 'not in', 'is', 'is not', '<', '<=', '>', '>=', '==', '!='],
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', '@'],
  ['**'],
];

/** Infix operators by their text. */
export const INFIX_OPERATORS: ReadonlyMap<string, InfixOperator> = new Map(
  BY_PRECEDENCE.flatMap((operators, precedence) =>
    operators.map((text) => [text, { text, precedence }]),
  ),
);

/** Precedences that the parser and the layout treat in their own way. */
export const AND = 1;
export const COMPARISON = 2;
export const BITWISE_OR = 3;
export const PRODUCT = 8;
export const POWER = 9;
