import { UserError } from '../domain/errors.ts';
import { readPattern } from './regex/read-pattern.ts';

/** One regular expression in the syntax of each engine that runs it. */
export interface PortableRegex {
  readonly javascript: RegExp;
  /** Syntax of Rust's `regex` crate, which polars uses. */
  readonly rust: string;
  /** Syntax of Python's `re`, but for words: `wordPattern` in a script writes their sets. */
  readonly python: string;
  /** Without flags, in the syntax that the engines share. */
  readonly body: string;
  readonly ignoresCase: boolean;
}

const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';

/** Maximum length of a pattern, in UTF-16 units. */
const MAX_LENGTH = 1000;

/**
 * Translates a pattern written in the syntax that JavaScript, Rust and Python share. Look-around and
 * back-references are rejected because Rust does not support them. `readPattern` has the flags.
 * @throws UserError when the pattern is invalid, too long or not portable
 */
export function portableRegex(pattern: string): PortableRegex {
  if (pattern.length > MAX_LENGTH) {
    throw new UserError(`A regular expression has at most ${MAX_LENGTH} characters.`);
  }
  const { body, ignoresCase } = readPattern(pattern);
  if (/(?<!\\)(?:\\\\)*\(\?(?:<?[=!])/.test(body)) {
    throw new UserError(`The regular expression ${pattern} looks around, which is not supported.`);
  }
  if (/(?<!\\)(?:\\\\)*\(\?(?!m:[$^]\))[a-zA-Z-]+:/.test(body)) {
    throw new UserError(
      `The regular expression ${pattern} has flags of a group that are not supported: use i, m, s or x.`,
    );
  }
  if (/(?<!\\)(?:\\\\)*\\[1-9k]/.test(body)) {
    throw new UserError(
      `The regular expression ${pattern} refers back to a group, which is not supported.`,
    );
  }
  return {
    javascript: compile(pattern, body, ignoresCase),
    rust: (ignoresCase ? '(?i)' : '') + translate(body, RUST),
    python: pythonRegex(body, ignoresCase),
    body,
    ignoresCase,
  };
}

/** Compiles a pattern, or a part of one, for JavaScript. */
export function javascriptRegex(body: string, ignoresCase: boolean): RegExp {
  return new RegExp(translate(body, JAVASCRIPT), ignoresCase ? 'ui' : 'u');
}

function pythonRegex(body: string, ignoresCase: boolean): string {
  if (!ignoresCase) return translate(body, PYTHON);
  return `(?i)${translate(body, PYTHON, withoutOtherI)}`;
}

/** Python takes these for one letter where it ignores case; the other engines know two. */
const LETTERS_I = ['i', 'I', 'ı', 'İ'];

/** @param source a character or a set @param code of it in Python */
function withoutOtherI(source: string, code: string): string {
  if (!/^(?:\[|\\[xu][0-9a-f]|[iIıİ])/i.test(source)) return code;
  const regex = javascriptRegex(`^${source}$`, true);
  const matched = LETTERS_I.filter((letter) => regex.test(letter));
  if (matched.length === 0 || matched.length === LETTERS_I.length) return code;
  const own = `(?-i:[${matched.join('')}])`;
  return source.startsWith('[') ? `(?:${own}|(?-i:(?![iIıİ]))${code})` : own;
}

/** Python gives back nothing that it matched; Rust repeats the repetition, which gives back. */
const POSSESSIVE = /([*+?]|\{\d+(?:,\d*)?\})\+/;

function compile(pattern: string, body: string, ignoreCase: boolean): RegExp {
  try {
    // A set may get another form, so its own one is checked.
    new RegExp(body.replaceAll(/\(\?m:([$^])\)/g, '$1'), 'u');
    return javascriptRegex(body, ignoreCase);
  } catch (error) {
    const possessive = POSSESSIVE.exec(body)?.[1];
    if (possessive !== undefined) {
      throw new UserError(
        `The regular expression ${pattern} has a possessive repetition, ${possessive}+, which engines read differently. Write ${possessive} instead of ${possessive}+.`,
      );
    }
    const reason = error instanceof Error ? error.message.split(': ').at(-1) : String(error);
    throw new UserError(`The regular expression ${pattern} cannot be read: ${reason ?? ''}.`);
  }
}

/** Replacements for pieces of the pattern, outside and inside brackets. */
interface Dialect {
  readonly outside: Readonly<Record<string, string>>;
  readonly inside: Readonly<Record<string, string>>;
  /** Whether `\W` in brackets is what it is outside of them. */
  readonly hasOthersInSets: boolean;
  /** How a group with a name begins. */
  readonly named: string;
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
    '(?m:^)': '(?<![^\\n])',
    '(?m:$)': '(?![^\\n])',
  },
  inside: {
    '\\d': '\\p{Nd}',
    '\\D': '\\P{Nd}',
    '\\w': WORD,
    '\\s': '\\p{White_Space}',
    '\\S': '\\P{White_Space}',
  },
  hasOthersInSets: false,
  named: '(?<',
};
const RUST: Dialect = { outside: WHOLE, inside: {}, hasOthersInSets: true, named: '(?<' };
/** Four control characters, which separate files and records, are white space in Python alone. */
const PYTHON: Dialect = {
  outside: { ...WHOLE, $: '\\Z', '\\s': '[^\\S\\x1c-\\x1f]', '\\S': '[\\S\\x1c-\\x1f]' },
  inside: {
    '\\s': '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
    '\\S': '\\S\\x1c-\\x1f',
  },
  hasOthersInSets: false,
  named: '(?P<',
};

/** A set, an escape, the start of a named group, an end of lines, a character. */
const TOKENS =
  /\[\^\]|\[\^?(?:\\[^]|[^[\]\\])*\]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^]|\(\?<[^>=!]+>|\(\?m:[$^]\)|[^]/gu;

/** @param refine changes the code of a character or a set */
function translate(
  pattern: string,
  dialect: Dialect,
  refine: (source: string, code: string) => string = (_source, code) => code,
): string {
  return pattern.replace(TOKENS, (token) => {
    if (token.startsWith('(?<')) return dialect.named + token.slice(3);
    const isSet = token.length > 1 && token.startsWith('[') && token !== '[^]';
    return refine(token, isSet ? setIn(token, dialect) : (dialect.outside[token] ?? token));
  });
}

function setIn(set: string, dialect: Dialect): string {
  const isNegated = set.startsWith('[^');
  const members: readonly string[] = set.slice(isNegated ? 2 : 1, -1).match(/\\[^]|[^]/gu) ?? [];
  const written = (all: readonly string[]): string =>
    all.map((member) => dialect.inside[member] ?? member).join('');
  if (dialect.hasOthersInSets || !members.includes('\\W')) {
    return `[${isNegated ? '^' : ''}${written(members)}]`;
  }
  return withOthers(written(members.filter((member) => member !== '\\W')), isNegated, dialect);
}

/** A set of `\W` and the rest, or of all that is neither. */
function withOthers(rest: string, isNegated: boolean, { outside }: Dialect): string {
  const name = isNegated ? '\\w' : '\\W';
  const word = outside[name] ?? name;
  if (rest === '') return word;
  const own = `[${rest.replace(/^\^/, '\\^')}]`;
  return isNegated ? `(?:(?!${own})${word})` : `(?:${own}|${word})`;
}
