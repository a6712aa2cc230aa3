/** A node of a regular expression. */
export type RegexNode =
  /** One character of a set. */
  | { readonly kind: 'character'; readonly source: string }
  /** A position, such as the start of the text. */
  | { readonly kind: 'assertion'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly RegexNode[] }
  /** A capture group, by its number from 1 on. */
  | { readonly kind: 'group'; readonly number: number; readonly item: RegexNode }
  | RegexRepeat;

export interface RegexRepeat {
  readonly kind: 'repeat';
  readonly item: RegexNode;
  readonly min: number;
  readonly max: number;
  /** Whether it prefers fewer repetitions, as `*?` does. */
  readonly isLazy: boolean;
}

/** A regular expression as a tree. */
export interface ParsedRegex {
  readonly root: RegexNode;
  /** The number of capture groups. */
  readonly groups: number;
}

const PIECE =
  /\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[pP]\{[^}]*\}|\\[^]|\(\?m:[$^]\)|\(\?[a-z-]*[:)]|\(\?<[\p{ID_Continue}$]+>|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/gu;
const BOUNDS = /^\{(\d+)(?:(,)(\d*))?\}/;
const ASSERTIONS: ReadonlySet<string> = new Set(['^', '$', '\\b', '\\B', '(?m:^)', '(?m:$)']);

/**
 * Parses a regular expression that `RegExp` accepts with the flag `u`, without look-around and
 * back-references.
 */
export function parseRegex(body: string): ParsedRegex {
  return new Parser(body.match(PIECE) ?? []).parse();
}

class Parser {
  readonly #pieces: readonly string[];
  #at = 0;
  #groups = 0;

  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
  }

  parse(): ParsedRegex {
    return { root: this.#choice(), groups: this.#groups };
  }

  #choice(): RegexNode {
    const items = [this.#sequence()];
    while (this.#pieces[this.#at] === '|') {
      this.#at++;
      items.push(this.#sequence());
    }
    return { kind: 'choice', items };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    for (;;) {
      const piece = this.#pieces[this.#at];
      if (piece === undefined || piece === '|' || piece === ')') break;
      this.#at++;
      items.push(this.#repeated(this.#item(piece)));
    }
    return { kind: 'sequence', items };
  }

  #item(piece: string): RegexNode {
    if (ASSERTIONS.has(piece)) return { kind: 'assertion', source: piece };
    if (piece === '[') return { kind: 'character', source: this.#brackets() };
    if (!piece.startsWith('(')) return { kind: 'character', source: piece };
    const number = piece.endsWith(':') ? null : ++this.#groups;
    const item = this.#choice();
    this.#at++;
    return number === null ? item : { kind: 'group', number, item };
  }

  /** The rest of a set in brackets. */
  #brackets(): string {
    const start = this.#at;
    while (this.#pieces[this.#at] !== ']' && this.#at < this.#pieces.length) this.#at++;
    this.#at++;
    return `[${this.#pieces.slice(start, this.#at).join('')}`;
  }

  #repeated(item: RegexNode): RegexNode {
    const piece = this.#pieces[this.#at] ?? '';
    const bounds = boundsOf(piece);
    if (bounds === null) return item;
    this.#at++;
    return { kind: 'repeat', item, ...bounds, isLazy: piece.length > 1 && piece.endsWith('?') };
  }
}

function boundsOf(piece: string): { readonly min: number; readonly max: number } | null {
  if (/^[*+?]/.test(piece)) {
    return { min: piece.startsWith('+') ? 1 : 0, max: piece.startsWith('?') ? 1 : Infinity };
  }
  const match = BOUNDS.exec(piece);
  if (match === null) return null;
  const [, from, comma, to] = match;
  const min = Number(from);
  if (comma === undefined) return { min, max: min };
  return { min, max: to === '' || to === undefined ? Infinity : Number(to) };
}
