import { pythonPattern, quotedText } from '../python-literal.ts';
import { columnsOf } from './columns.ts';

/**
 * What one line takes at most, by the prefix of the literal: an escape, a placeholder of an f-string, or a
 * character.
 */
const UNITS: Readonly<Record<string, RegExp>> = {
  '': /\\(?:x..|u.{4}|U.{8}|.)|./gsu,
  f: /\{\{|\}\}|\{[^{}]*\}|\\(?:x..|u.{4}|U.{8}|.)|./gsu,
  // A raw text has no escapes, but a pattern may: a part must not end within one.
  r: /\\.|./gsu,
};

const LINE_BREAK = '\\n';

/** A line may end after a space or an alternative of a pattern, and a message ends one after a line break. */
const ENDS_LINE: ReadonlySet<string> = new Set([' ', '|', LINE_BREAK]);

/** Reports whether a literal has a place for a break. */
export function canWrap(literal: string): boolean {
  return wrapLiteral(literal, 0).length > 1;
}

/**
 * Breaks the literal of a text into literals that Python concatenates.
 * @param width columns that each may have; what has no place for a break may have more
 * @returns the literal itself if it has no place for a break
 */
export function wrapLiteral(literal: string, width: number): readonly string[] {
  const [, prefix, quote, body] = /^([fr]?)(["'])(.*)\2$/su.exec(literal) ?? [];
  if (prefix === undefined || quote === undefined || body === undefined) return [literal];
  const units = body.match(UNITS[prefix] ?? /./gsu) ?? [];
  // The quotes in a placeholder must not become those of the literal.
  if (prefix === 'f' && units.some((unit) => /^\{.*["']/s.test(unit))) return [literal];
  const parts = wordsOf(units).reduce<string[]>((lines, word) => {
    const last = lines.pop();
    if (last === undefined) return [word];
    const longer = literalOf(prefix, quote, last + word);
    const isFull = (prefix !== 'r' && last.endsWith(LINE_BREAK)) || columnsOf(longer) > width;
    return isFull ? [...lines, last, word] : [...lines, last + word];
  }, []);
  return parts.length < 2 ? [literal] : parts.map((part) => literalOf(prefix, quote, part));
}

function wordsOf(units: readonly string[]): readonly string[] {
  const words: string[] = [];
  let word = '';
  for (const unit of units) {
    word += unit;
    if (!ENDS_LINE.has(unit)) continue;
    words.push(word);
    word = '';
  }
  return word === '' ? words : [...words, word];
}

/** A part of a literal with the quotes that formatters choose for it. */
function literalOf(prefix: string, quote: string, body: string): string {
  if (prefix === 'r') return pythonPattern(body);
  const escaped =
    quote === '"'
      ? body
      : body.replaceAll(/\\.|"/gsu, (unit) => ({ '"': '\\"', "\\'": "'" })[unit] ?? unit);
  return `${/[{}]/.test(body) ? prefix : ''}${quotedText(escaped)}`;
}
