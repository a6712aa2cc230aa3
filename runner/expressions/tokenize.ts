import { ExpressionError } from './expression-error.ts';

/** Maximum length of an expression, in UTF-16 units. */
const MAX_LENGTH = 20_000;

export type TokenKind =
  'integer' | 'float' | 'text' | 'name' | 'quotedName' | 'parameter' | 'symbol' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Unescaped text, digits, a name or the symbol. */
  readonly value: string;
  /** Start offset in the expression. */
  readonly at: number;
  /** End offset, exclusive. */
  readonly end: number;
}

const SYMBOLS = /\*\*|\/\/|\|\||&&|==|!=|<>|<=|>=|::|[-+*/%=<>()[\],.&|~!]/y;
const SPACE = /\s+/y;
const FLOAT = /(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y;
const INTEGER = /\d+/y;
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy;
const QUOTED_NAME = /`((?:[^`]|``)*)`/y;
const SINGLE_QUOTED = /'((?:[^'\\]|''|\\[^])*)'/y;
const DOUBLE_QUOTED = /"((?:[^"\\]|""|\\[^])*)"/y;
const PARAMETER = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/y;

/** Characters after a backslash. Before any other one the backslash stays, so that `'\d+'` is a pattern. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/**
 * Splits an expression into tokens; the last one has the kind `end`.
 * @throws ExpressionError when the text is too long or has an unknown character
 */
export function tokenize(text: string): readonly Token[] {
  if (text.length > MAX_LENGTH) {
    throw new ExpressionError(`An expression has at most ${MAX_LENGTH} characters.`, text, 0);
  }
  const tokens: Token[] = [];
  let at = matchAt(SPACE, text, 0)?.[0].length ?? 0;
  while (at < text.length) {
    const { token, length } = readToken(text, at);
    tokens.push(token);
    at += length;
    at += matchAt(SPACE, text, at)?.[0].length ?? 0;
  }
  tokens.push({ kind: 'end', value: '', at: text.length, end: text.length });
  return tokens;
}

const READERS: readonly {
  readonly kind: TokenKind;
  readonly pattern: RegExp;
  readonly value: (matched: string, group: string) => string;
}[] = [
  { kind: 'parameter', pattern: PARAMETER, value: (_, group) => group },
  { kind: 'float', pattern: FLOAT, value: (matched) => matched },
  { kind: 'integer', pattern: INTEGER, value: (matched) => matched },
  { kind: 'name', pattern: NAME, value: (matched) => matched },
  { kind: 'quotedName', pattern: QUOTED_NAME, value: (_, group) => group.replaceAll('``', '`') },
  { kind: 'text', pattern: SINGLE_QUOTED, value: (_, group) => unescape(group, "''") },
  { kind: 'text', pattern: DOUBLE_QUOTED, value: (_, group) => unescape(group, '""') },
  { kind: 'symbol', pattern: SYMBOLS, value: (matched) => matched },
];

function readToken(text: string, at: number): { token: Token; length: number } {
  for (const { kind, pattern, value } of READERS) {
    const match = matchAt(pattern, text, at);
    if (match === null) continue;
    const [matched, group] = match;
    const end = at + matched.length;
    return { token: { kind, value: value(matched, group ?? ''), at, end }, length: matched.length };
  }
  throw new ExpressionError(unreadableMessage(text.slice(at)), text, at);
}

function unreadableMessage(rest: string): string {
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  if (character === "'" || character === '"') return 'This text has no closing quote.';
  if (character === '`') return 'This column name has no closing backtick.';
  if (rest.startsWith('{{')) return 'A parameter is written {{ name }}.';
  if (character === '@') return 'Names with @ are not part of the language.';
  if (character === '^') return 'There is no operator ^; a power is written **.';
  return `The character ${character} has no meaning here.`;
}

function unescape(body: string, doubled: string): string {
  return body.replaceAll(/''|""|\\([^])/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return ESCAPES[escaped] ?? found;
    return found === doubled ? found.charAt(0) : found;
  });
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  const sticky = new RegExp(pattern.source, pattern.flags);
  sticky.lastIndex = at;
  return sticky.exec(text);
}
