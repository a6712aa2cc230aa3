/** Operators with two operands. `and` and `or` are three-valued. */
export type BinaryOperator =
  'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '//' | '%' | '**';

/**
 * A parsed expression, before names and types are resolved. `at` is the offset in the text, `source`
 * the text of this node.
 */
export type Syntax =
  | { readonly kind: 'integer'; readonly at: number; readonly value: bigint }
  | { readonly kind: 'float'; readonly at: number; readonly text: string }
  | { readonly kind: 'text'; readonly at: number; readonly value: string }
  | { readonly kind: 'boolean'; readonly at: number; readonly value: boolean }
  | { readonly kind: 'null'; readonly at: number }
  | { readonly kind: 'column'; readonly at: number; readonly name: string }
  | { readonly kind: 'parameter'; readonly at: number; readonly name: string }
  | {
      readonly kind: 'unary';
      readonly at: number;
      readonly source: string;
      readonly operator: 'not' | '-' | '+';
      readonly operand: Syntax;
    }
  | {
      readonly kind: 'binary';
      readonly at: number;
      readonly source: string;
      readonly operator: BinaryOperator;
      readonly left: Syntax;
      readonly right: Syntax;
    }
  | {
      readonly kind: 'in';
      readonly at: number;
      readonly operand: Syntax;
      readonly items: readonly Syntax[];
    }
  | {
      readonly kind: 'case';
      readonly at: number;
      readonly branches: readonly CaseBranch[];
      readonly otherwise: Syntax | null;
    }
  | {
      readonly kind: 'cast';
      readonly at: number;
      readonly source: string;
      readonly operand: Syntax;
      readonly type: string;
      readonly lenient: boolean;
    }
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly source: string;
      readonly name: string;
      readonly args: readonly Syntax[];
    };

/** One `when … then …` of a `case`. */
export interface CaseBranch {
  readonly when: Syntax;
  readonly then: Syntax;
}
