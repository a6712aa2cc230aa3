import { quotedText } from '../python-literal.ts';
import { columnsOf } from './columns.ts';

/** What one line takes at most: an escape, a placeholder of an f-string, or a character. */
const UNITS = {
  plain: /\\(?:x..|u.{4}|U.{8}|.)|./gsu,
  formatted: /\{\{|\}\}|\{[^{}]*\}|\\(?:x..|u.{4}|U.{8}|.)|./gsu,
} as const;

const LINE_BREAK = '\\n';

/** A line may end after a space or an alternative of a pattern, and ends after a line break. */
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
  const [, prefix, quote, body] = /^(f?)(["'])(.*)\2$/su.exec(literal) ?? [];
  if (prefix === undefined || body === undefined) return [literal];
  const units = body.match(UNITS[prefix === 'f' ? 'formatted' : 'plain']) ?? [];
  // The quotes in a placeholder must not become those of the literal.
  if (prefix === 'f' && units.some((unit) => /^\{.*["']/s.test(unit))) return [literal];
  const parts = wordsOf(units).reduce<string[]>((lines, word) => {
    const last = lines.pop();
    if (last === undefined) return [word];
    const longer = literalOf(prefix, quote, last + word);
    const isFull = last.endsWith(LINE_BREAK) || columnsOf(longer) > width;
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

/** A part of a literal in the quotes that formatters choose for it. */
function literalOf(prefix: string, quote: string | undefined, body: string): string {
  const escaped =
    quote === '"'
      ? body
      : body.replaceAll(/\\.|"/gsu, (unit) => ({ '"': '\\"', "\\'": "'" })[unit] ?? unit);
  return `${/[{}]/.test(body) ? prefix : ''}${quotedText(escaped)}`;
}
