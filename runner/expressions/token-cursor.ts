import { ExpressionError } from './expression-error.ts';
import type { Token } from './tokenize.ts';

/** Maximum nesting of parentheses, signs and powers. */
const MAX_DEPTH = 100;

const END: Token = { kind: 'end', value: '', at: 0, end: 0 };

/** A position in the tokens of an expression. */
export class TokenCursor {
  readonly text: string;
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.text = text;
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#index + ahead] ?? this.#tokens.at(-1) ?? END;
  }

  take(): Token {
    const token = this.peek();
    this.#index++;
    return token;
  }

  /** Returns the text from an offset to the end of the last token taken. */
  sourceFrom(start: number): string {
    return this.text.slice(start, this.#tokens[this.#index - 1]?.end ?? start);
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.value === symbol;
  }

  takeSymbol(...symbols: readonly string[]): Token | undefined {
    return symbols.some((symbol) => this.isSymbol(symbol)) ? this.take() : undefined;
  }

  expectSymbol(symbol: string): void {
    if (this.takeSymbol(symbol) !== undefined) return;
    throw this.error(`A ${symbol} is missing here.`);
  }

  isWord(word: string): boolean {
    const token = this.peek();
    return token.kind === 'name' && token.value.toLowerCase() === word;
  }

  /** Takes a word and returns its offset; returns null when another token is next. */
  takeWord(word: string): number | null {
    return this.isWord(word) ? this.take().at : null;
  }

  expectWord(word: string): void {
    if (this.takeWord(word) !== null) return;
    throw this.error(`The word ${word} is missing here.`);
  }

  /** Parses comma-separated items and takes the closing symbol. */
  list<T>(close: string, parseItem: () => T): readonly T[] {
    const items: T[] = [];
    if (this.takeSymbol(close) !== undefined) return items;
    for (;;) {
      items.push(parseItem());
      if (this.takeSymbol(close) !== undefined) return items;
      if (this.takeSymbol(',') === undefined) throw this.error(`A , or ${close} is missing here.`);
    }
  }

  /** Parses one level deeper. @throws ExpressionError beyond the maximum depth */
  nested<T>(parse: () => T): T {
    this.#depth++;
    if (this.#depth > MAX_DEPTH) throw this.error('The expression is nested too deeply.');
    try {
      return parse();
    } finally {
      this.#depth--;
    }
  }

  error(reason: string, at = this.peek().at): ExpressionError {
    const atEnd = at >= this.text.trimEnd().length;
    return new ExpressionError(
      atEnd ? `The expression ends too early. ${reason}` : reason,
      this.text,
      at,
    );
  }
}
