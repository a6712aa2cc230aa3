import { ExpressionError } from './expression-error.ts';
import { parsePrimary } from './parse-primary.ts';
import type { BinaryOperator, Syntax } from './syntax.ts';
import { TokenCursor } from './token-cursor.ts';
import { tokenize } from './tokenize.ts';

/**
 * Parses an expression without resolving columns, as when a flow is saved.
 * @throws ExpressionError with the position of the mistake
 */
export function parseExpression(text: string): Syntax {
  if (text.trim() === '') throw new ExpressionError('The expression is empty.', text, 0);
  const cursor = new TokenCursor(text, tokenize(text));
  const syntax = parseOr(cursor);
  if (cursor.peek().kind !== 'end') throw cursor.error(unexpectedMessage(cursor));
  return syntax;
}

/** Parses one expression, starting at the operator that binds least. */
export function parseOr(cursor: TokenCursor): Syntax {
  return cursor.nested(() => {
    const start = cursor.peek().at;
    let left = parseAnd(cursor);
    for (let at = takeOr(cursor); at !== null; at = takeOr(cursor)) {
      const right = parseAnd(cursor);
      const source = cursor.sourceFrom(start);
      left = { kind: 'binary', at, source, operator: 'or', left, right };
    }
    return left;
  });
}

function takeOr(cursor: TokenCursor): number | null {
  if (cursor.isSymbol('||')) {
    throw cursor.error(
      'There is no operator ||; join texts with concat(a, b), conditions with or.',
    );
  }
  return cursor.takeWord('or') ?? cursor.takeSymbol('|')?.at ?? null;
}

function takeAnd(cursor: TokenCursor): number | null {
  if (cursor.isSymbol('&&')) throw cursor.error('There is no operator &&; write and.');
  return cursor.takeWord('and') ?? cursor.takeSymbol('&')?.at ?? null;
}

function parseAnd(cursor: TokenCursor): Syntax {
  const start = cursor.peek().at;
  let left = parseNot(cursor);
  for (let at = takeAnd(cursor); at !== null; at = takeAnd(cursor)) {
    const right = parseNot(cursor);
    left = { kind: 'binary', at, source: cursor.sourceFrom(start), operator: 'and', left, right };
  }
  return left;
}

function parseNot(cursor: TokenCursor): Syntax {
  const at = cursor.takeWord('not') ?? cursor.takeSymbol('~', '!')?.at;
  if (at === undefined) return parseComparison(cursor);
  const operand = cursor.nested(() => parseNot(cursor));
  return { kind: 'unary', at, source: cursor.sourceFrom(at), operator: 'not', operand };
}

const COMPARISONS: Readonly<Record<string, BinaryOperator>> = {
  '==': '==',
  '=': '==',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Parses a chain of comparisons: `a < b < c` means `a < b and b < c`. */
function parseComparison(cursor: TokenCursor): Syntax {
  const start = cursor.peek().at;
  let left = parseSum(cursor);
  let whole: Syntax | null = null;
  for (;;) {
    const token = cursor.takeSymbol(...Object.keys(COMPARISONS));
    if (token === undefined) break;
    const right = parseSum(cursor);
    const operator = COMPARISONS[token.value] ?? '==';
    const common = { kind: 'binary', at: token.at, source: cursor.sourceFrom(start) } as const;
    const link: Syntax = { ...common, operator, left, right };
    whole = whole === null ? link : { ...common, operator: 'and', left: whole, right: link };
    left = right;
  }
  return whole ?? parseWordTest(cursor, left, start);
}

/** Parses `in`, `between`, `like`, `is null` and their negations. */
function parseWordTest(cursor: TokenCursor, operand: Syntax, start: number): Syntax {
  const isAt = cursor.takeWord('is');
  if (isAt !== null) {
    const negated = cursor.takeWord('not') !== null;
    cursor.expectWord('null');
    const name = negated ? 'notnull' : 'isnull';
    return { kind: 'call', at: isAt, source: cursor.sourceFrom(start), name, args: [operand] };
  }
  const notAt = cursor.takeWord('not');
  const test = parsePositiveTest(cursor, operand, start);
  if (notAt === null) return test ?? operand;
  if (test === null) throw cursor.error('After not comes in, between or like here.');
  const source = cursor.sourceFrom(start);
  return { kind: 'unary', at: notAt, source, operator: 'not', operand: test };
}

function parsePositiveTest(cursor: TokenCursor, operand: Syntax, start: number): Syntax | null {
  const inAt = cursor.takeWord('in');
  if (inAt !== null) return { kind: 'in', at: inAt, operand, items: parseItems(cursor) };
  const betweenAt = cursor.takeWord('between');
  if (betweenAt !== null) return parseBetween(cursor, operand, { at: betweenAt, start });
  const likeAt = cursor.takeWord('like');
  if (likeAt === null) return null;
  const args = [operand, parseSum(cursor)];
  return { kind: 'call', at: likeAt, source: cursor.sourceFrom(start), name: 'like', args };
}

function parseBetween(
  cursor: TokenCursor,
  operand: Syntax,
  { at, start }: { readonly at: number; readonly start: number },
): Syntax {
  const low = parseSum(cursor);
  cursor.expectWord('and');
  const high = parseSum(cursor);
  const common = { kind: 'binary', at, source: cursor.sourceFrom(start) } as const;
  return {
    ...common,
    operator: 'and',
    left: { ...common, operator: '>=', left: operand, right: low },
    right: { ...common, operator: '<=', left: operand, right: high },
  };
}

function parseItems(cursor: TokenCursor): readonly Syntax[] {
  const open = cursor.takeSymbol('(', '[');
  if (open === undefined) throw cursor.error('After in comes a list in parentheses.');
  return cursor.list(open.value === '(' ? ')' : ']', () => parseOr(cursor));
}

function parseSum(cursor: TokenCursor): Syntax {
  return parseLeftToRight(cursor, ['+', '-'], parseProduct);
}

function parseProduct(cursor: TokenCursor): Syntax {
  return parseLeftToRight(cursor, ['*', '/', '//', '%'], parseUnary);
}

function parseLeftToRight(
  cursor: TokenCursor,
  operators: readonly BinaryOperator[],
  parseOperand: (cursor: TokenCursor) => Syntax,
): Syntax {
  const start = cursor.peek().at;
  let left = parseOperand(cursor);
  for (;;) {
    const token = cursor.takeSymbol(...operators);
    const operator = operators.find((candidate) => candidate === token?.value);
    if (token === undefined || operator === undefined) return left;
    const right = parseOperand(cursor);
    const source = cursor.sourceFrom(start);
    left = { kind: 'binary', at: token.at, source, operator, left, right };
  }
}

function parseUnary(cursor: TokenCursor): Syntax {
  const sign = cursor.takeSymbol('-', '+');
  if (sign === undefined) return parsePower(cursor);
  const operand = cursor.nested(() => parseUnary(cursor));
  // The minimum integer fits in 64 bits only together with its sign.
  if (sign.value === '-' && operand.kind === 'integer') {
    return { kind: 'integer', at: sign.at, value: -operand.value };
  }
  const source = cursor.sourceFrom(sign.at);
  return { kind: 'unary', at: sign.at, source, operator: sign.value === '-' ? '-' : '+', operand };
}

function parsePower(cursor: TokenCursor): Syntax {
  const start = cursor.peek().at;
  const base = parsePrimary(cursor);
  const token = cursor.takeSymbol('**');
  if (token === undefined) return base;
  const right = cursor.nested(() => parseUnary(cursor));
  const source = cursor.sourceFrom(start);
  return { kind: 'binary', at: token.at, source, operator: '**', left: base, right };
}

function unexpectedMessage(cursor: TokenCursor): string {
  const { value } = cursor.peek();
  if (cursor.isSymbol('::')) return 'There is no operator ::; write cast(x as type).';
  if (/^\.\d/.test(value)) {
    return `Here ${value} cannot follow. Write a column whose name has a point in backticks: \`name${value}\`.`;
  }
  return `Here ${value} cannot follow; an operator is missing before it, or it is one too many.`;
}
