import { UserError } from '../../domain/errors.ts';
import { directiveForm } from './directive-form.ts';
import { OFFSET_HOURS } from './iso-datetime.ts';

/** The whole names of the months in lower case. */
export const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** Classes such as `[mM]`, not the modifier `(?i:)`: Node 24 once ignored it, for a reason that is not known. */
function inAnyCase(word: string): string {
  return Array.from(word, (letter) => `[${letter}${letter.toUpperCase()}]`).join('');
}

function anyOf(words: readonly string[]): string {
  return `(?:${words.map(inAnyCase).join('|')})`;
}

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** The patterns of the texts of directives. */
export const PATTERNS = {
  Y: '[0-9]{4}',
  y: '[0-9]{2}',
  m: '[0-9]?[0-9]',
  b: '[A-Za-z]{3}',
  B: anyOf(MONTHS),
  d: '[0-9]?[0-9]',
  H: '[0-9]?[0-9]',
  I: '[0-9]?[0-9]',
  p: '[AaPp][Mm]',
  M: '[0-9]?[0-9]',
  S: '[0-5]?[0-9]',
  f: '[0-9]{6}',
  z: `${OFFSET_HOURS}:?[0-5][0-9]`,
  /** The day of the year. */
  j: '[0-9]?[0-9]?[0-9]',
  /** The week of the year, of which the first Monday begins the first, and its day from Sunday, 0. */
  W: '[0-5]?[0-9]',
  w: '[0-6]',
  /** The year, the week and its day from Monday, 1, of ISO 8601. */
  G: '[0-9]{4}',
  V: '[0-5]?[0-9]',
  u: '[1-7]',
  a: anyOf(WEEKDAYS.map((day) => day.slice(0, 3))),
  A: anyOf(WEEKDAYS),
  Z: '(?:UTC|GMT)',
  /** A day with a blank for its first digit. No format names it: `%c` has it. */
  e: ' ?[0-9]?[0-9]',
} as const;
export type Directive = keyof typeof PATTERNS;

/** Directives of numbers, whose width is fixed beside another number: polars reads as many digits as it can. */
const NUMBERS = 'YymdHIMSfjWwGVue';

/** Whether the directive is a number. */
export function isNumeric(directive: Directive): boolean {
  return NUMBERS.includes(directive);
}

/** Directives that stand for others. */
const EXPANSIONS: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  x: '%m/%d/%y',
};

/** What a format consists of: directives such as `%Y`, and the text between them. */
export type Token = { readonly directive: Directive } | { readonly text: string };

/**
 * Reads a strftime format.
 * @throws UserError for an unknown directive, a part that is named twice, and a part that lacks another one
 */
export function tokensOf(format: string): readonly Token[] {
  const tokens = Array.from(
    format.matchAll(/%([^]?)|[^%]+/g),
    ([text, directive]): readonly Token[] => {
      if (directive === undefined) return [{ text }];
      if (directive === '%') return [{ text: '%' }];
      const expansion = EXPANSIONS[directive];
      if (expansion !== undefined) return directivesIn(expansion);
      if (KNOWN.includes(directive) && isDirective(directive)) return [{ directive }];
      const names = [...KNOWN, ...Object.keys(EXPANSIONS), '%'].map((name) => `%${name}`);
      throw new UserError(
        `The date format ${format} has %${directive}. Known: ${names.join(' ')}.`,
      );
    },
  ).flat();
  checkParts(format, tokens.flatMap(directiveOf));
  return tokens;
}

/** The directive of a token; none for a text. */
export function directiveOf(token: Token): readonly Directive[] {
  return 'directive' in token ? [token.directive] : [];
}

const KNOWN = Object.keys(PATTERNS).filter((name) => name !== 'e');

function directivesIn(format: string): readonly Token[] {
  return Array.from(format.matchAll(/%(.)|[^%]+/g), ([text, name = '']): Token =>
    isDirective(name) ? { directive: name } : { text },
  );
}

function isDirective(name: string): name is Directive {
  return Object.hasOwn(PATTERNS, name);
}

/** Parts of which a format has at most one directive. */
const PARTS = ['YyG', 'mbBjWV', 'dejWV', 'wu', 'aA', 'HI', 'p', 'M', 'S', 'f', 'zZ'];

/** The directives that a directive needs beside it, one of each text. Polars reads no hour without minutes. */
const NEEDED: Readonly<Partial<Record<Directive, readonly string[]>>> = {
  H: ['M'],
  I: ['M', 'p'],
  M: ['HI'],
  p: ['I'],
  S: ['M'],
  f: ['S'],
  z: ['M'],
  Z: ['M'],
  W: ['w'],
  G: ['V', 'u'],
  V: ['G', 'u'],
  u: ['G', 'V'],
};

function checkParts(format: string, directives: readonly Directive[]): void {
  const inFormat = (names: string): readonly Directive[] =>
    directives.filter((name) => names.includes(name));
  if (PARTS.some((names) => inFormat(names).length > 1)) {
    throw new UserError(`The date format ${format} names a part twice.`);
  }
  if (inFormat('YyG').length === 0) {
    throw new UserError(`The date format ${format} names no year. ${yearHint(format)}`);
  }
  for (const name of directives) {
    const missing = NEEDED[name]?.find((names) => inFormat(names).length === 0);
    if (missing === undefined) continue;
    const names = Array.from(missing, (one) => `%${one}`).join(' or ');
    throw new UserError(`The date format ${format} has %${name}, which needs ${names} too.`);
  }
}

function yearHint(format: string): string {
  const meant = directiveForm(format);
  const isRead = meant !== null && meant !== format && canRead(meant);
  return isRead ? `Did you mean ${meant}?` : 'Add %Y or %y.';
}

function canRead(format: string): boolean {
  try {
    tokensOf(format);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}
