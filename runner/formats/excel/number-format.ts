/**
 * What a number format shows: a date with or without a time, a time of day, a time that counts on beyond 24
 * hours, or a number.
 */
export type FormatKind = 'date' | 'time' | 'elapsed' | 'number';

/** A text in quotes, an escaped character, the width of one, and a repeated one. */
const LITERALS = /"[^"]*"?|[\\_*]./gs;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** A colour, a condition, a currency or a locale. */
const BRACKETS = /\[[^[\]]*\]/g;
const OTHER_WORDS = /general|e[-+]|a[/]p/gi;
const MERIDIEM = /am[/]pm|上午[/]下午/gi;
const FRACTION_OF_SECONDS = /s\.0+/gi;

const kinds = new Map<string, FormatKind>();
/** A workbook has at most 65,490 formats; this is the number of those that are kept. */
const MAX_KEPT = 10_000;

/** Returns what a number format shows. In any of its sections, since the value selects one. */
export function formatKind(format: string): FormatKind {
  const known = kinds.get(format);
  if (known !== undefined) return known;
  const sections = format.replaceAll(LITERALS, '').split(';').map(kindOfSection);
  const kind = KINDS.find((each) => sections.includes(each)) ?? 'number';
  if (kinds.size >= MAX_KEPT) kinds.clear();
  kinds.set(format, kind);
  return kind;
}

const KINDS: readonly FormatKind[] = ['elapsed', 'date', 'time'];

function kindOfSection(section: string): FormatKind {
  if (ELAPSED.test(section)) return 'elapsed';
  const letters = section
    .replaceAll(BRACKETS, '')
    .replaceAll(MERIDIEM, 'h')
    .replaceAll(OTHER_WORDS, '')
    .replaceAll(FRACTION_OF_SECONDS, 's');
  // A unit without quotes, as in `0.00 EUR`: no date has digits.
  if (/[0#?]/.test(letters)) return 'number';
  if (/[bdegy]|m{3}|a{3}/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) ? 'date' : 'number';
}
