import {
  BITWISE_OR,
  COMPARISON,
  INFIX_OPERATORS,
  POWER,
  PRODUCT,
  type Expression,
  type InfixOperator,
} from './expression.ts';
import { tokenize, type Token } from './tokenize.ts';

/**
 * Parses a Python expression of the kind that exported scripts have: without `await`, assignment
 * expressions, comments, and texts in triple quotes.
 * @throws SyntaxError
 */
export function parseExpression(code: string): Expression {
  const parser = new Parser(code);
  const expression = parser.expression();
  parser.end();
  return expression;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #code: string;
  #at = 0;

  constructor(code: string) {
    this.#tokens = tokenize(code);
    this.#code = code;
  }

  end(): void {
    if (this.#peek().kind !== 'end') this.#fail();
  }

  expression(): Expression {
    if (this.#accept('lambda')) return this.#lambda();
    const value = this.#infix(0);
    if (!this.#accept('if')) return value;
    const test = this.#infix(0);
    this.#expect('else');
    return { kind: 'conditional', value, test, otherwise: this.expression() };
  }

  #lambda(): Expression {
    const parameters = this.#textUntil(':');
    return { kind: 'lambda', parameters, body: this.expression() };
  }

  #infix(weakest: number): Expression {
    let left = this.#prefixed();
    for (;;) {
      const operator = this.#infixOperator();
      if (operator === null || operator.precedence < weakest) return left;
      this.#at += operator.text.split(' ').length;
      const { precedence } = operator;
      // `**` groups from the right, the others from the left.
      const right = this.#infix(precedence === POWER ? POWER : precedence + 1);
      left = withOperand(left, operator, right);
    }
  }

  #infixOperator(): InfixOperator | null {
    const { text, kind } = this.#peek();
    if (kind === 'literal') return null;
    const two = `${text} ${this.#peek(1).text}`;
    return INFIX_OPERATORS.get(two) ?? INFIX_OPERATORS.get(text) ?? null;
  }

  #prefixed(): Expression {
    if (this.#accept('not')) {
      return { kind: 'unary', operator: 'not ', value: this.#infix(COMPARISON) };
    }
    for (const operator of ['-', '+', '~']) {
      if (this.#accept(operator)) return signed(operator, this.#infix(POWER));
    }
    return this.#primary();
  }

  #primary(): Expression {
    let value = this.#atom();
    for (;;) {
      if (this.#accept('.')) value = { kind: 'attribute', value, name: this.#next().text };
      else if (this.#accept('(')) value = { kind: 'call', value, items: this.#items(')').items };
      else if (this.#accept('['))
        value = { kind: 'subscript', value, items: this.#items(']').items };
      else return value;
    }
  }

  #atom(): Expression {
    const { kind, text } = this.#next();
    if (kind === 'name' || kind === 'literal') return { kind: 'token', text };
    if (text === '[') return { kind: 'collection', open: '[', items: this.#items(']').items };
    if (text === '{') return { kind: 'collection', open: '{', items: this.#items('}').items };
    if (text !== '(') this.#fail();
    const { items, endsWithComma } = this.#items(')');
    const [only] = items;
    return only !== undefined && items.length === 1 && !endsWithComma
      ? parenthesized(only)
      : { kind: 'collection', open: '(', items };
  }

  /** Parses items up to the closing bracket. */
  #items(closing: string): { readonly items: Expression[]; readonly endsWithComma: boolean } {
    const items: Expression[] = [];
    let endsWithComma = false;
    while (!this.#accept(closing)) {
      if (items.length > 0 && !endsWithComma) this.#fail();
      items.push(this.#item(closing));
      endsWithComma = this.#accept(',');
    }
    return { items, endsWithComma };
  }

  #item(closing: string): Expression {
    for (const prefix of ['**', '*']) {
      if (this.#accept(prefix)) return { kind: 'prefixed', prefix, value: this.#infix(BITWISE_OR) };
    }
    const canBeSlice = closing === ']';
    if (canBeSlice && this.#peek().text === ':') return this.#slice(null);
    const first = withoutParentheses(this.expression());
    if (canBeSlice && this.#peek().text === ':') return this.#slice(first);
    return this.#comprehension(this.#named(first));
  }

  #named(first: Expression): Expression {
    if (first.kind === 'token' && this.#accept('=')) {
      const value = withoutParentheses(this.expression());
      return { kind: 'prefixed', prefix: `${first.text}=`, value };
    }
    if (!this.#accept(':')) return first;
    return { kind: 'entry', key: first, value: withoutParentheses(this.expression()) };
  }

  #comprehension(element: Expression): Expression {
    const clauses = this.#clauses();
    return clauses.length === 0 ? element : { kind: 'comprehension', element, clauses };
  }

  #clauses(): readonly Expression[] {
    const clauses: Expression[] = [];
    for (;;) {
      if (this.#accept('for')) {
        const prefix = `for ${this.#textUntil('in')} in `;
        clauses.push({ kind: 'prefixed', prefix, value: this.#infix(0) });
      } else if (this.#accept('if')) {
        clauses.push({ kind: 'prefixed', prefix: 'if ', value: this.#infix(0) });
      } else {
        return clauses;
      }
    }
  }

  #slice(first: Expression | null): Expression {
    const bounds = [first];
    while (this.#accept(':')) {
      const isOpen = [':', ']', ','].includes(this.#peek().text);
      bounds.push(isOpen ? null : this.expression());
    }
    return { kind: 'slice', bounds };
  }

  /** Returns the names up to a word, which it skips. */
  #textUntil(end: string): string {
    let text = '';
    while (!this.#accept(end)) {
      const next = this.#next().text;
      text += next === ',' ? ', ' : next;
    }
    return text;
  }

  #peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? { kind: 'end', text: '' };
  }

  #next(): Token {
    const next = this.#peek();
    if (next.kind === 'end') this.#fail();
    this.#at += 1;
    return next;
  }

  #accept(text: string): boolean {
    const { kind, text: found } = this.#peek();
    if (kind === 'literal' || found !== text) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) this.#fail();
  }

  #fail(): never {
    throw new SyntaxError(`Unexpected "${this.#peek().text}" in Python code: ${this.#code}`);
  }
}

/** Writes a sign with the parentheses that formatters put around `**`. */
function signed(operator: string, value: Expression): Expression {
  const inner = value.kind === 'parentheses' ? value.value : value;
  if (operator === '-' && inner.kind === 'unary' && inner.operator === '-') {
    // Python has no `--`, and linters report it.
    const one: Expression = { kind: 'token', text: '-1' };
    return parenthesized(withOperand(one, { text: '*', precedence: PRODUCT }, inner));
  }
  const isUnclear = value.kind === 'unary' || value.kind === 'infix';
  return { kind: 'unary', operator, value: isUnclear ? { kind: 'parentheses', value } : value };
}

/** Puts parentheses around an expression unless it binds as tightly without. */
function parenthesized(value: Expression): Expression {
  const isNumber = value.kind === 'token' && /^\d/.test(value.text);
  const bindsTightly = ['token', 'attribute', 'call', 'subscript', 'collection', 'parentheses'];
  return bindsTightly.includes(value.kind) && !isNumber ? value : { kind: 'parentheses', value };
}

/** Returns an item without the parentheses that it does not need between commas. */
function withoutParentheses(item: Expression): Expression {
  if (item.kind !== 'parentheses' || item.value.kind === 'comprehension') return item;
  return item.value;
}

/** Adds an operand to an infix expression of the same precedence, or makes a new one. */
function withOperand(
  left: Expression,
  { text, precedence }: InfixOperator,
  right: Expression,
): Expression {
  const isSame = left.kind === 'infix' && left.precedence === precedence;
  const operands = isSame ? left.operands : [left];
  const operators = isSame ? left.operators : [];
  return {
    kind: 'infix',
    precedence,
    operands: [...operands, right],
    operators: [...operators, text],
  };
}
