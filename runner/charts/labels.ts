import { truncateText } from '../domain/truncate-text.ts';
import { CHART_LIMITS } from './limits.ts';

/** The label of null, unless a text of the chart has it. */
export const BLANK = '(blank)';
/** The label of null beside a text that is `(blank)`. */
const NULL = '(null)';
/** The end of the key of a text that begins as the key of null does. */
export const TEXT_END = ' ';
/** The label of the categories beyond the limit. */
const OTHER = 'Other';
/** Their label beside a category that is `Other`. */
const REST = 'Other (rest)';

/**
 * The labels of the categories that a chart shows. The label of null differs from all others.
 * @param keys as the tables of the chart have them: null is BLANK, and a text that begins with BLANK has
 *   TEXT_END after it, so that no text has the key of null
 */
export function labelsOf(keys: readonly string[]): string[] {
  const texts = keys.filter((key) => key !== BLANK).map(textOf);
  const [other = NULL] = distinctNames([NULL], texts);
  const blank = texts.includes(BLANK) ? other : BLANK;
  return keys.map((key) => (key === BLANK ? blank : textOf(key)));
}

/** The label of the categories beyond the limit. @param labels those of the categories that the chart shows */
export function restLabel(labels: readonly string[]): string {
  if (!labels.includes(OTHER)) return OTHER;
  return distinctNames([REST], labels)[0] ?? REST;
}

function textOf(key: string): string {
  return labelOf(key.startsWith(BLANK) ? key.slice(0, -TEXT_END.length) : key);
}

/** A text as a label, truncated. */
export function labelOf(text: string): string {
  return shortened(text, CHART_LIMITS.label);
}

/** The title without blanks at its ends, as a field of the artifact; none when nothing is left. */
export function titleOf(title: string): { readonly title?: string } {
  const shown = title.trim();
  return shown === '' ? {} : { title: shortened(shown, CHART_LIMITS.title) };
}

/** Truncates a text to a length, the ellipsis included. */
function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : truncateText(text, limit - 1);
}

/** It cannot be seen: it distinguishes a series from the key of the labels that has its name. */
const ZERO_WIDTH_SPACE = '\u200b';

/** The names of series as keys of a row. @param label the key of the row's label */
export function seriesKeys(names: readonly string[], label: 'label' | 'x'): string[] {
  return distinctNames(names.map((name) => (name === label ? name + ZERO_WIDTH_SPACE : name)));
}

/** A key that JSON readers drop. */
const UNREADABLE = '__proto__';

/** The names with a number after each that occurred before or is reserved, as in `Other (2)`. */
export function distinctNames(
  names: readonly string[],
  reserved: readonly string[] = [],
): string[] {
  const used = new Set([UNREADABLE, ...reserved]);
  return names.map((name) => {
    let distinct = name;
    for (let count = 2; used.has(distinct); count++) distinct = `${name} (${count})`;
    used.add(distinct);
    return distinct;
  });
}
