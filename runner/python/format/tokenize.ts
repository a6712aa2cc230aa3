/** A token of Python. The text of the last one, which has the kind `end`, is empty. */
export interface Token {
  readonly kind: 'name' | 'literal' | 'operator' | 'end';
  readonly text: string;
}

const PATTERNS = {
  space: /\s+/y,
  literal:
    /(?:[fFrRbB]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?/y,
  name: /[\p{XID_Start}_]\p{XID_Continue}*/uy,
  operator: /\*\*|\/\/|<<|>>|<=|>=|==|!=|:=|[-+*/%@&|^~<>()[\]{},:.=]/y,
} as const;

/** Splits a Python expression into tokens. @throws SyntaxError at a character that starts none */
export function tokenize(code: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < code.length;) {
    const space = matchAt(PATTERNS.space, code, at);
    at += space.length;
    if (at === code.length) break;
    const token = tokenAt(code, at);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function tokenAt(code: string, at: number): Token {
  for (const kind of ['literal', 'name', 'operator'] as const) {
    const text = matchAt(PATTERNS[kind], code, at);
    if (text !== '') return { kind, text };
  }
  throw new SyntaxError(`Unexpected ${JSON.stringify(code[at])} in Python code: ${code}`);
}

function matchAt(pattern: RegExp, code: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0] ?? '';
}
