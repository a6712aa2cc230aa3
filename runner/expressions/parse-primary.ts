import { parseOr } from './parse.ts';
import type { CaseBranch, Syntax } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';
import type { Token } from './tokenize.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  'and or not in between like is case when then else end as'.split(' '),
);

const CONSTANTS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
};

/** Methods that imported flows use, mapped to functions of the language. */
const METHODS: Readonly<Record<string, string>> = {
  isnull: 'isnull',
  isna: 'isnull',
  notnull: 'notnull',
  notna: 'notnull',
  fillna: 'coalesce',
  abs: 'abs',
  round: 'round',
  'str.contains': 'contains',
  'str.startswith': 'startswith',
  'str.endswith': 'endswith',
  'str.upper': 'upper',
  'str.lower': 'lower',
  'str.len': 'length',
};

/**
 * Parses a literal, column, parameter, call, `case` or parenthesised expression with its methods.
 * @throws ExpressionError with the position of the mistake
 */
export function parsePrimary(cursor: TokenCursor): Syntax {
  const start = cursor.peek().at;
  let syntax = parseAtom(cursor);
  for (let dot = cursor.takeSymbol('.'); dot !== undefined; dot = cursor.takeSymbol('.')) {
    syntax = parseMethod(cursor, syntax, { at: dot.at, start });
  }
  if (cursor.isSymbol('['))
    throw cursor.error(
      'Subscripts are not part of the language. Write the name of the column alone, in backticks if it is no plain word.',
    );
  return syntax;
}

function parseMethod(
  cursor: TokenCursor,
  receiver: Syntax,
  { at, start }: { readonly at: number; readonly start: number },
): Syntax {
  let name = cursor.take().value;
  if (name === 'str' && cursor.takeSymbol('.') !== undefined) name += `.${cursor.take().value}`;
  const called = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (called === undefined || cursor.takeSymbol('(') === undefined) {
    throw cursor.error(
      `.${name} is not part of the language. Methods: ${Object.keys(METHODS).join(', ')}.`,
      at,
    );
  }
  const args = [receiver, ...parseArguments(cursor)];
  return { kind: 'call', at, source: cursor.sourceFrom(start), name: called, args };
}

function parseArguments(cursor: TokenCursor): readonly Syntax[] {
  return cursor.list(')', () => parseOr(cursor));
}

function parseAtom(cursor: TokenCursor): Syntax {
  const token = cursor.peek();
  const { at, value } = token;
  switch (token.kind) {
    case 'integer':
      cursor.take();
      return { kind: 'integer', at, value: BigInt(value) };
    case 'float':
      cursor.take();
      return { kind: 'float', at, text: value };
    case 'text':
      cursor.take();
      return { kind: 'text', at, value };
    case 'parameter':
      cursor.take();
      return { kind: 'parameter', at, name: value };
    case 'quotedName':
      cursor.take();
      return { kind: 'column', at, name: value };
    case 'name':
      return parseName(cursor, token);
    case 'symbol':
    case 'end':
      return parseParenthesis(cursor);
  }
}

function parseParenthesis(cursor: TokenCursor): Syntax {
  if (cursor.takeSymbol('(') === undefined) {
    throw cursor.error('A value is missing here: a column, a number, a text or a function.');
  }
  const syntax = parseOr(cursor);
  cursor.expectSymbol(')');
  return syntax;
}

function parseName(cursor: TokenCursor, { at, value }: Token): Syntax {
  const word = value.toLowerCase();
  if (word === 'case') return parseCase(cursor);
  if (KEYWORDS.has(word)) {
    throw cursor.error(
      `A value is missing before ${value}; a column of this name is written \`${value}\`.`,
    );
  }
  cursor.take();
  if (cursor.takeSymbol('(') !== undefined) return parseCall(cursor, word, at);
  if (!Object.hasOwn(CONSTANTS, word)) return { kind: 'column', at, name: value };
  const constant = CONSTANTS[word] ?? null;
  return constant === null ? { kind: 'null', at } : { kind: 'boolean', at, value: constant };
}

function parseCall(cursor: TokenCursor, name: string, at: number): Syntax {
  if (name !== 'cast' && name !== 'try_cast') {
    const args = parseArguments(cursor);
    return { kind: 'call', at, source: cursor.sourceFrom(at), name, args };
  }
  const operand = parseOr(cursor);
  if (cursor.takeWord('as') === null) {
    throw cursor.error(`${name} has the word as before the type: ${name}(amount as integer).`);
  }
  const type = cursor.take().value.toLowerCase();
  cursor.expectSymbol(')');
  const source = cursor.sourceFrom(at);
  return { kind: 'cast', at, source, operand, type, lenient: name === 'try_cast' };
}

function parseCase(cursor: TokenCursor): Syntax {
  const { at } = cursor.take();
  const branches: CaseBranch[] = [];
  while (cursor.takeWord('when') !== null) {
    const when = parseOr(cursor);
    cursor.expectWord('then');
    branches.push({ when, then: parseOr(cursor) });
  }
  if (branches.length === 0) throw cursor.error('After case comes when.');
  const otherwise = cursor.takeWord('else') === null ? null : parseOr(cursor);
  cursor.expectWord('end');
  return { kind: 'case', at, branches, otherwise };
}
