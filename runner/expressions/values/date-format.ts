import { UserError } from '../../domain/errors.ts';
import { readMicroseconds } from './dates.ts';
import { directiveForm } from './directive-form.ts';
import { OFFSET_HOURS, offsetMinutes } from './iso-datetime.ts';

/** A strftime format that names a date. */
export interface DateFormat {
  /** The regular expression of the texts, in the syntax that JavaScript, Rust and Python share. */
  readonly pattern: string;
  /** The format in the syntax of chrono, the library of polars. */
  readonly chrono: string;
  /** The directives of a month and a day that the format lacks, each after a blank: they are 1. */
  readonly defaults: string;
  /** Whether the texts have a year of two digits, from 1970 to 2069. */
  readonly hasShortYear: boolean;
  /** Whether the texts have an offset from UTC. */
  readonly hasOffset: boolean;
  /** Microseconds since 1970 in UTC; null for a text of another form, and for no date. */
  read(text: string): bigint | null;
}

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** Classes such as `[mM]`, not the modifier `(?i:)`: Node 24 once ignored it, for a reason that is not known. */
function inAnyCase(word: string): string {
  return Array.from(word, (letter) => `[${letter}${letter.toUpperCase()}]`).join('');
}

const PATTERNS = {
  Y: '[0-9]{4}',
  y: '[0-9]{2}',
  m: '[0-9]?[0-9]',
  b: '[A-Za-z]{3}',
  B: `(?:${MONTHS.map(inAnyCase).join('|')})`,
  d: '[0-9]?[0-9]',
  H: '[0-9]?[0-9]',
  I: '[0-9]?[0-9]',
  p: '[AaPp][Mm]',
  M: '[0-9]?[0-9]',
  S: '[0-5]?[0-9]',
  f: '[0-9]{6}',
  z: `${OFFSET_HOURS}:?[0-5][0-9]`,
} as const;
type Directive = keyof typeof PATTERNS;

/** Directives of numbers, whose width is fixed beside another number: polars reads as many digits as it can. */
const NUMBERS = 'YymdHIMSf';

/** What a format is made of: directives such as `%Y`, and the text between them. */
type Token = { readonly directive: Directive } | { readonly text: string };

/**
 * Reads a strftime format.
 * @throws UserError for an unknown directive, a part that is named twice, and a part that lacks another one
 */
export function readDateFormat(format: string): DateFormat {
  const tokens = tokensOf(format);
  const directives = tokens.flatMap((token) => ('directive' in token ? [token.directive] : []));
  checkParts(format, directives);
  const pattern = patternOf(tokens, (_directive, part) => part);
  const compiled = new RegExp(patternOf(tokens, (directive, part) => `(?<${directive}>${part})`));
  const hasMonth = directives.some((name) => 'mbB'.includes(name));
  return {
    pattern,
    chrono: tokens.map(chronoOf).join('').replaceAll('.%6f', '%.f'),
    defaults: `${hasMonth ? '' : ' %m'}${directives.includes('d') ? '' : ' %d'}`,
    hasShortYear: directives.includes('y'),
    hasOffset: directives.includes('z'),
    read: (text) => readParts(compiled.exec(text)?.groups),
  };
}

function chronoOf(token: Token): string {
  if ('text' in token) return token.text.replaceAll('%', '%%');
  return token.directive === 'f' ? '%6f' : `%${token.directive}`;
}

function tokensOf(format: string): readonly Token[] {
  return Array.from(format.matchAll(/%([^]?)|[^%]+/g), ([text, directive]): Token => {
    if (directive === undefined) return { text };
    if (directive === '%') return { text: '%' };
    if (isDirective(directive)) return { directive };
    const names = [...Object.keys(PATTERNS), '%'].map((name) => `%${name}`);
    throw new UserError(`The date format ${format} has %${directive}. Known: ${names.join(' ')}.`);
  });
}

function isDirective(name: string): name is Directive {
  return Object.hasOwn(PATTERNS, name);
}

/** Parts of which a format has at most one directive. */
const PARTS = ['Yy', 'mbB', 'd', 'HI', 'p', 'M', 'S', 'f', 'z'];

/** The directives that a directive needs beside it, one of each text. Polars reads no hour without minutes. */
const NEEDED: Readonly<Partial<Record<Directive, readonly string[]>>> = {
  H: ['M'],
  I: ['M', 'p'],
  M: ['HI'],
  p: ['I'],
  S: ['M'],
  f: ['S'],
  z: ['M'],
};

function checkParts(format: string, directives: readonly Directive[]): void {
  const inFormat = (names: string): readonly Directive[] =>
    directives.filter((name) => names.includes(name));
  if (PARTS.some((names) => inFormat(names).length > 1)) {
    throw new UserError(`The date format ${format} names a part twice.`);
  }
  if (inFormat('Yy').length === 0) {
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
    readDateFormat(format);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** @param write writes the pattern of a directive */
function patternOf(
  tokens: readonly Token[],
  write: (directive: Directive, part: string) => string,
): string {
  const parts = tokens.map((token, index) =>
    'text' in token
      ? token.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      : write(token.directive, widthOf(token.directive, tokens, index)),
  );
  return `^${parts.join('')}$`;
}

function widthOf(directive: Directive, tokens: readonly Token[], index: number): string {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  // Digits after a point are a fraction of any length.
  if (directive === 'f' && isText(before) && before.text.endsWith('.')) return '[0-9]{1,9}';
  const isFixed = NUMBERS.includes(directive) && (isNumber(before) || isNumber(after));
  return isFixed ? PATTERNS[directive].replace('?', '') : PATTERNS[directive];
}

function isText(token: Token | undefined): token is Extract<Token, { readonly text: string }> {
  return token !== undefined && 'text' in token;
}

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && 'directive' in token && NUMBERS.includes(token.directive);
}

function readParts(groups: Readonly<Record<string, string>> | undefined): bigint | null {
  if (groups === undefined) return null;
  const number = (name: Directive, fallback: number): number => Number(groups[name] ?? fallback);
  const month = monthOf(groups);
  const hour = hourOf(groups);
  if (month === null || hour === null) return null;
  const shortYear = number('y', 70);
  return readMicroseconds({
    year: number('Y', shortYear < 70 ? 2000 + shortYear : 1900 + shortYear),
    month,
    day: number('d', 1),
    hour,
    minute: number('M', 0),
    second: number('S', 0),
    microsecond: Number((groups.f ?? '').slice(0, 6).padEnd(6, '0')),
    offsetMinutes: offsetMinutes(groups.z ?? 'Z'),
  });
}

function monthOf(groups: Readonly<Record<string, string>>): number | null {
  const name = (groups.B ?? groups.b)?.toLowerCase();
  if (name === undefined) return Number(groups.m ?? 1);
  const index = MONTHS.findIndex((month) => month === name || month.slice(0, 3) === name);
  return index === -1 ? null : index + 1;
}

function hourOf(groups: Readonly<Record<string, string>>): number | null {
  if (groups.H !== undefined) return Number(groups.H);
  const twelve = Number(groups.I ?? 12);
  if (twelve < 1 || twelve > 12) return null;
  const isAfternoon = groups.p?.toLowerCase() === 'pm';
  return (twelve % 12) + (isAfternoon ? 12 : 0);
}
