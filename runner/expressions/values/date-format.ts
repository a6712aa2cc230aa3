import { dateOfDay, isOfDay } from './day-of-year.ts';
import {
  MONTHS,
  PATTERNS,
  directiveOf,
  isNumeric,
  tokensOf,
  type Directive,
  type Token,
} from './date-directives.ts';
import { readMicroseconds, type CivilDate } from './dates.ts';
import { offsetMinutes } from './iso-datetime.ts';

/** A strftime format that names a date. */
export interface DateFormat extends ParsedFormat {
  /** For a format that the libraries do not read alike: how its texts are rewritten before. */
  readonly rewriting: Rewriting | null;
  /** Microseconds since 1970 in UTC; null for a text of another form, and for no date. */
  read(text: string): bigint | null;
}

/** A format that both libraries parse. */
export interface ParsedFormat {
  /** The format as pandas reads it. */
  readonly format: string;
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
}

/**
 * Texts without names of weekdays and of UTC, which change no date, and with the day of a year or a week in
 * front. What remains of the text keeps its order; a bar stands before and behind each piece.
 */
export interface Rewriting {
  /** The pattern with a group `k0`, `k1` … for each piece, and one by the name of each directive of the day. */
  readonly pattern: string;
  /** The replacement of the engine, in the syntax of Rust. */
  readonly template: string;
  /** The format of the texts that the engine replaced. */
  readonly replaced: ParsedFormat;
  /** The format of the texts that a script rewrote: it writes the day as `%Y-%m-%d`. */
  readonly written: ParsedFormat;
}

/**
 * Reads a strftime format.
 * @throws UserError for an unknown directive, a part that is named twice, and a part that lacks another one
 */
export function readDateFormat(format: string): DateFormat {
  const tokens = tokensOf(format);
  const compiled = new RegExp(patternOf(tokens, (directive, part) => `(?<${directive}>${part})`));
  return {
    ...parsedFormat(tokens),
    format,
    rewriting: rewritingOf(tokens),
    read: (text) => readParts(compiled.exec(text)?.groups),
  };
}

function parsedFormat(tokens: readonly Token[]): ParsedFormat {
  const directives = tokens.flatMap(directiveOf);
  const isByDay = directives.some(isOfDay);
  const has = (names: string): boolean => directives.some((name) => names.includes(name));
  const month = isByDay || has('mbB') ? '' : ' %m';
  return {
    format: tokens.map(pandasOf).join(''),
    pattern: patternOf(tokens, (_directive, part) => part),
    chrono: tokens.map(chronoOf).join('').replaceAll('.%6f', '%.f'),
    defaults: `${month}${isByDay || has('de') ? '' : ' %d'}`,
    hasShortYear: has('y'),
    hasOffset: has('z'),
  };
}

function pandasOf(token: Token): string {
  if ('text' in token) return token.text.replaceAll('%', '%%');
  return token.directive === 'e' ? '%d' : `%${token.directive}`;
}

function chronoOf(token: Token): string {
  return 'directive' in token && token.directive === 'f' ? '%6f' : pandasOf(token);
}

const IGNORED = 'aAZ';
const BAR: Token = { text: '|' };
const WRITTEN_DAY: readonly Token[] = [
  { directive: 'Y' },
  { text: '-' },
  { directive: 'm' },
  { text: '-' },
  { directive: 'd' },
];

/** Null for a format that the libraries read alike. */
function rewritingOf(tokens: readonly Token[]): Rewriting | null {
  const isByDay = tokens.flatMap(directiveOf).some(isOfDay);
  const isDay = (name: Directive): boolean =>
    isByDay && (name === 'Y' || name === 'y' || isOfDay(name) || name === 'w');
  const isLeftOut = (name: Directive): boolean =>
    IGNORED.includes(name) || (name === 'w' && !isByDay);
  const isRewritten = (token: Token): boolean =>
    directiveOf(token).some((name) => isDay(name) || isLeftOut(name));
  if (!tokens.some(isRewritten)) return null;
  const days = tokens.filter((token) => directiveOf(token).some(isDay));
  const pieces = piecesOf(tokens, isRewritten);
  const rest = [...pieces.flatMap((piece) => [BAR, ...piece]), BAR];
  const spaced = days.flatMap((day, index) => (index === 0 ? [day] : [{ text: ' ' }, day]));
  const groups = pieces.map((_piece, index) => `|\${k${index}}`).join('');
  return {
    pattern: groupedPattern(tokens, isRewritten, isDay),
    template: `${days
      .flatMap(directiveOf)
      .map((name) => `\${${name}}`)
      .join(' ')}${groups}|`,
    replaced: parsedFormat([...spaced, ...rest]),
    written: parsedFormat([...(days.length > 0 ? WRITTEN_DAY : []), ...rest]),
  };
}

/** The runs of tokens between those that are rewritten. */
function piecesOf(
  tokens: readonly Token[],
  isRewritten: (token: Token) => boolean,
): readonly (readonly Token[])[] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (isRewritten(token)) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

function groupedPattern(
  tokens: readonly Token[],
  isRewritten: (token: Token) => boolean,
  isDay: (name: Directive) => boolean,
): string {
  const parts = tokenPatterns(tokens, (directive, part) =>
    isDay(directive) ? `(?P<${directive}>${part})` : part,
  );
  let pattern = '';
  let groups = 0;
  for (const [index, token] of tokens.entries()) {
    const isKept = !isRewritten(token);
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (isKept && (before === undefined || isRewritten(before))) pattern += `(?P<k${groups++}>`;
    pattern += parts[index] ?? '';
    if (isKept && (after === undefined || isRewritten(after))) pattern += ')';
  }
  return `^${pattern}$`;
}

/** @param write writes the pattern of a directive */
function patternOf(
  tokens: readonly Token[],
  write: (directive: Directive, part: string) => string,
): string {
  return `^${tokenPatterns(tokens, write).join('')}$`;
}

function tokenPatterns(
  tokens: readonly Token[],
  write: (directive: Directive, part: string) => string,
): readonly string[] {
  return tokens.map((token, index) =>
    'text' in token
      ? token.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      : write(token.directive, widthOf(token.directive, tokens, index)),
  );
}

function widthOf(directive: Directive, tokens: readonly Token[], index: number): string {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  // Digits after a point are a fraction of any length.
  if (directive === 'f' && isText(before) && before.text.endsWith('.')) return '[0-9]{1,9}';
  const isFixed = isNumeric(directive) && (isNumber(before) || isNumber(after));
  return isFixed ? PATTERNS[directive].replaceAll('?', '') : PATTERNS[directive];
}

function isText(token: Token | undefined): token is Extract<Token, { readonly text: string }> {
  return token !== undefined && 'text' in token;
}

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && directiveOf(token).some(isNumeric);
}

type Groups = Readonly<Record<string, string>>;

function readParts(groups: Groups | undefined): bigint | null {
  if (groups === undefined) return null;
  const date = dateOf(groups);
  const hour = hourOf(groups);
  if (date === null || hour === null) return null;
  return readMicroseconds({
    ...date,
    hour,
    minute: Number(groups.M ?? 0),
    second: Number(groups.S ?? 0),
    microsecond: Number((groups.f ?? '').slice(0, 6).padEnd(6, '0')),
    offsetMinutes: offsetMinutes(groups.z ?? 'Z'),
  });
}

function dateOf(groups: Groups): CivilDate | null {
  const shortYear = Number(groups.y ?? 70);
  const year = Number(
    groups.Y ?? groups.G ?? (shortYear < 70 ? 2000 + shortYear : 1900 + shortYear),
  );
  if (Object.keys(groups).some(isOfDay)) return dateOfDay(year, groups);
  const month = monthOf(groups);
  return month === null ? null : { year, month, day: Number(groups.d ?? groups.e ?? 1) };
}

function monthOf(groups: Groups): number | null {
  const name = (groups.B ?? groups.b)?.toLowerCase();
  if (name === undefined) return Number(groups.m ?? 1);
  const index = MONTHS.findIndex((month) => month === name || month.slice(0, 3) === name);
  return index === -1 ? null : index + 1;
}

function hourOf(groups: Groups): number | null {
  if (groups.H !== undefined) return Number(groups.H);
  const twelve = Number(groups.I ?? 12);
  if (twelve < 1 || twelve > 12) return null;
  const isAfternoon = groups.p?.toLowerCase() === 'pm';
  return (twelve % 12) + (isAfternoon ? 12 : 0);
}
