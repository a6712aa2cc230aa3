import { truncateText } from '../domain/truncate-text.ts';
import { CHART_LIMITS } from './limits.ts';

/** The label of null. */
export const BLANK = '(blank)';
/** The label of the categories beyond the limit. */
export const OTHER = 'Other';

/** The label of a category, truncated. */
export function labelOf(text: string): string {
  return shortened(text, CHART_LIMITS.label);
}

/** The title as a field of the artifact; none when it is empty. */
export function titleOf(title: string): { readonly title?: string } {
  return title === '' ? {} : { title: shortened(title, CHART_LIMITS.title) };
}

/** Truncates a text to a length, the ellipsis included. */
function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : truncateText(text, limit - 1);
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
