import { UserError } from '../domain/errors.ts';

/** One regular expression in the syntax of each engine that runs it. */
export interface PortableRegex {
  readonly javascript: RegExp;
  /** Syntax of Rust's `regex` crate, which polars uses. */
  readonly rust: string;
  readonly python: string;
}

const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}';

/** Maximum length of a pattern, in UTF-16 units. */
const MAX_LENGTH = 1000;

/**
 * Translates a pattern written in the syntax that JavaScript, Rust and Python share. Look-around and
 * back-references are rejected because Rust does not support them. A leading `(?i)` ignores case.
 * @throws UserError when the pattern is invalid, too long or not portable
 */
export function portableRegex(pattern: string): PortableRegex {
  if (pattern.length > MAX_LENGTH) {
    throw new UserError(`A regular expression has at most ${MAX_LENGTH} characters.`);
  }
  const ignoreCase = pattern.startsWith('(?i)');
  const body = ignoreCase ? pattern.slice(4) : pattern;
  if (/(?<!\\)(?:\\\\)*\(\?(?:<?[=!])/.test(body)) {
    throw new UserError(`The regular expression ${pattern} looks around, which is not supported.`);
  }
  if (/(?<!\\)(?:\\\\)*\\[1-9k]/.test(body)) {
    throw new UserError(
      `The regular expression ${pattern} refers back to a group, which is not supported.`,
    );
  }
  return {
    javascript: compile(pattern, body, ignoreCase),
    rust: (ignoreCase ? '(?i)' : '') + translate(body, RUST),
    python: (ignoreCase ? '(?i)' : '') + translate(body, PYTHON),
  };
}

/** Compiles a pattern, or a part of one, for JavaScript. */
export function javascriptRegex(body: string, ignoresCase: boolean): RegExp {
  return new RegExp(translate(body, JAVASCRIPT), ignoresCase ? 'ui' : 'u');
}

function compile(pattern: string, body: string, ignoreCase: boolean): RegExp {
  try {
    return javascriptRegex(body, ignoreCase);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(': ').at(-1) : String(error);
    throw new UserError(`The regular expression ${pattern} cannot be read: ${reason ?? ''}.`);
  }
}

/** Replacements for pieces of the pattern, outside and inside brackets. */
interface Dialect {
  readonly outside: Readonly<Record<string, string>>;
  readonly inside: Readonly<Record<string, string>>;
}

const WHOLE = { '[^]': '(?s:.)' };

const JAVASCRIPT: Dialect = {
  outside: {
    '\\d': '\\p{Nd}',
    '\\D': '\\P{Nd}',
    '\\w': `[${WORD}]`,
    '\\W': `[^${WORD}]`,
    '\\s': '\\p{White_Space}',
    '\\S': '\\P{White_Space}',
    '\\b': `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
    '\\B': `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
    '.': '[^\\n]',
  },
  inside: {
    '\\d': '\\p{Nd}',
    '\\D': '\\P{Nd}',
    '\\w': WORD,
    '\\s': '\\p{White_Space}',
    '\\S': '\\P{White_Space}',
  },
};
const RUST: Dialect = { outside: WHOLE, inside: {} };
/** Before 3.14, Python's \B does not match in an empty text. */
const PYTHON: Dialect = {
  outside: { ...WHOLE, $: '\\Z', '\\B': '(?!\\b)', '(?<': '(?P<' },
  inside: {},
};

function translate(pattern: string, dialect: Dialect): string {
  let inBrackets = false;
  return pattern.replace(/\[\^\]|\\[^]|\(\?<|[^]/g, (piece) => {
    if (!inBrackets && piece === '[') inBrackets = true;
    else if (inBrackets && piece === ']') inBrackets = false;
    return (inBrackets ? dialect.inside : dialect.outside)[piece] ?? piece;
  });
}
