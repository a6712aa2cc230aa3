/**
 * What a number format shows: a date with or without a time, a time of day, a time that counts on beyond 24
 * hours, or a number. READ_EXCEL_ROWS of exported scripts has the same rules.
 */
export type FormatKind = 'date' | 'time' | 'elapsed' | 'number';

/** A text in quotes, an escaped character, the width of one, a repeated one, and a currency with its locale. */
const LITERALS = /"[^"]*"?|[\\_*].|\[\$[^\]]*\]/gs;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** A colour, a condition or digits of a language. */
const BRACKETS = /\[[^[\]]*\]/g;
const CONDITION = /\[(<=|>=|<>|<|>|=)\s*(-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\]/i;
const OTHER_WORDS = /e[-+]|a[/]p/gi;
const MERIDIEM = /am[/]pm|上午[/]下午/gi;
const FRACTION_OF_SECONDS = /s\.0+/gi;

interface Section {
  /** Null: it has only texts, which do not say what the value is. */
  readonly kind: FormatKind | null;
  /** Whether it applies to a value; null: it has no condition. */
  readonly condition: ((value: number) => boolean) | null;
}

interface Format {
  readonly sections: readonly Section[];
  /** The kind of values whose section has none. */
  readonly usual: FormatKind;
}

const formats = new Map<string, Format>();
/** A workbook has at most 65,490 formats; this is the number of those that are kept. */
const MAX_KEPT = 10_000;

/** Returns what a number format shows, by the section that applies to the value. */
export function formatKind(format: string, value: number): FormatKind {
  const { sections, usual } = formats.get(format) ?? keptFormat(format);
  return sections[sectionOf(sections, value)]?.kind ?? usual;
}

function keptFormat(text: string): Format {
  const parts = text.replaceAll(LITERALS, '').split(';');
  // The last section is the one of texts if it has their place, and the fourth one always is.
  if (parts.length > 1 && parts.at(-1)?.includes('@') === true) parts.pop();
  const sections = parts.slice(0, MAX_SECTIONS).map((part) => ({
    kind: kindOfSection(part),
    condition: conditionOf(part),
  }));
  const usual = sections.find(({ kind }) => kind !== null)?.kind ?? 'number';
  const format = { sections, usual };
  if (formats.size >= MAX_KEPT) formats.clear();
  formats.set(text, format);
  return format;
}

/** Of numbers: positive ones, negative ones and zero, unless conditions select the sections. */
const MAX_SECTIONS = 3;

/** Returns the place of the section that applies to a value; if none does, one that does not exist. */
function sectionOf([first, second, ...rest]: readonly Section[], value: number): number {
  if (second === undefined) return 0;
  const isPair = rest.length === 0;
  const isFirst = first?.condition ?? ((each) => (isPair ? each >= 0 : each > 0));
  if (isFirst(value)) return 0;
  const isOther = isPair && (first?.condition ?? null) !== null;
  const isSecond = second.condition ?? ((each) => isOther || each < 0);
  return isSecond(value) ? 1 : 2;
}

function conditionOf(section: string): Section['condition'] {
  const [, operator = '', text] = CONDITION.exec(section) ?? [];
  const limit = Number(text);
  if (operator === '') return null;
  return (value) => operator.includes(value < limit ? '<' : value > limit ? '>' : '=');
}

function kindOfSection(section: string): Section['kind'] {
  if (ELAPSED.test(section)) return 'elapsed';
  const letters = section
    .replaceAll(BRACKETS, '')
    .replaceAll(MERIDIEM, 'h')
    .replaceAll(OTHER_WORDS, '')
    .replaceAll(FRACTION_OF_SECONDS, 's');
  // A unit without quotes, as in `0.00 EUR`: no date has digits.
  if (/general|[0#?@]/i.test(letters)) return 'number';
  if (/[bdegy]|m{3}|a{3}/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) ? 'date' : null;
}
