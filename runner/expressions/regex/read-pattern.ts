/** A pattern in the syntax that all engines share. */
export interface ReadPattern {
  readonly body: string;
  readonly ignoresCase: boolean;
}

/**
 * Flags at the start: i ignores case, in m ^ and $ are the ends of lines, in s a dot is any character, in x white space and comments
 * are none.
 */
const FLAGS = /^(?:\(\?[imsx]+\))*/;

/** A set, an escape, the start of a group, a character. */
const PIECES = /\[\^\]|\[\^?(?:\\[^]|[^[\]\\])*\]|\\[^]|\(\?P<|\(\?[imsx]*(?:-[imsx]+)?:|[^]/gu;
const SCOPE = /^\(\?([imsx]*)(?:-([imsx]+))?:$/;

/**
 * Reads what only some engines understand: flags at the start and of a group, groups named `(?P<name>…)`, and `\A`
 * for the start of the text, which `^` is too. The start of a line is `(?m:^)`, its end `(?m:$)`. All else stays as it is written.
 */
export function readPattern(pattern: string): ReadPattern {
  const start = FLAGS.exec(pattern)?.[0] ?? '';
  const ignoresCase = start.includes('i');
  const reader = new PieceReader(start.replaceAll('i', ''), ignoresCase);
  const body = pattern.slice(start.length).replace(PIECES, (piece) => reader.read(piece));
  return { body, ignoresCase };
}

/** How the engines write a piece that has another form in none of its flags. */
const SPELLINGS: Readonly<Record<string, string>> = { '(?P<': '(?<', '\\A': '^' };

class PieceReader {
  readonly #whole: string;
  /** Case is ignored in the whole pattern, or in groups alone, whose letters become sets. */
  readonly #ignoresCase: boolean;
  /** The flags of each group that is open. */
  readonly #scopes: string[] = [];
  #inComment = false;

  constructor(whole: string, ignoresCase: boolean) {
    this.#whole = whole;
    this.#ignoresCase = ignoresCase;
  }

  read(piece: string): string {
    if (this.#inComment) {
      this.#inComment = piece !== '\n';
      return '';
    }
    const flags = this.#scopes.at(-1) ?? this.#whole;
    if (piece === ')') this.#scopes.pop();
    if (piece.startsWith('(')) return this.#group(piece, flags);
    const written = flags.includes('x') ? this.#withoutLayout(piece) : piece;
    return flagged(written, flags) ?? SPELLINGS[piece] ?? written;
  }

  #group(piece: string, flags: string): string {
    const scope = SCOPE.exec(piece);
    const [, on = '', off = ''] = scope ?? [];
    // `portableRegex` refuses a flag that cannot be switched off.
    if (this.#ignoresCase && off.includes('i')) return piece;
    const added = this.#ignoresCase ? on.replaceAll('i', '') : on;
    this.#scopes.push(
      Array.from(flags + added, (flag) => (off.includes(flag) ? '' : flag)).join(''),
    );
    return scope === null ? (SPELLINGS[piece] ?? piece) : '(?:';
  }

  /** White space and comments are layout; an escaped one is a character. */
  #withoutLayout(piece: string): string {
    this.#inComment = piece === '#';
    if (/^\\[\s#]$/.test(piece)) return piece.slice(1);
    return /^[\s#]$/.test(piece) ? '' : piece;
  }
}

/** A piece whose form depends on the flags; null: none of them concerns it. */
function flagged(piece: string, flags: string): string | null {
  if (piece === '.' && flags.includes('s')) return '[^]';
  if ((piece === '^' || piece === '$') && flags.includes('m')) return `(?m:${piece})`;
  return flags.includes('i') && SPELLINGS[piece] === undefined ? inAnyCase(piece) : null;
}

/** A character or set with its letters in both cases. */
function inAnyCase(piece: string): string {
  if (piece.length > 1 && piece.startsWith('[')) {
    const both = [...piece.slice(1, -1).matchAll(IN_SET)].map(
      ([range]) => range + otherCase(range),
    );
    return `[${both.join('')}]`;
  }
  const other = otherCase(piece);
  return other === '' ? piece : `[${piece}${other}]`;
}

/** An escape, a range or a character of a set. */
const IN_SET = /\\[^]|[a-z]-[a-z]|[A-Z]-[A-Z]|[^]/gu;

/** A letter, or a range of letters, in the other case; an empty text for anything else. */
function otherCase(letters: string): string {
  // Only as a small letter it has another case.
  if (letters.startsWith('\\') || letters === 'ı') return '';
  const cases = [letters.toLowerCase(), letters.toUpperCase()];
  return cases.find((text) => text !== letters && text.length === letters.length) ?? '';
}
