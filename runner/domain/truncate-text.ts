import type { JsonValue, Row } from './json.ts';

/** The maximum length of a text in samples, previews and profiles, in characters. */
export const MAX_SHOWN_CHARACTERS = 10_000;
const ELLIPSIS = '…';

/** Truncates a text and appends "…" if it is longer. @param limit in characters, by default 10,000 */
export function truncateText(text: string, limit = MAX_SHOWN_CHARACTERS): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? text.slice(0, end) + ELLIPSIS : text;
}

/** In UTF-16 units. */
const MAX_MESSAGE = 2_000;

/** Replaces the middle of a text of more than 2,000 characters by "…": a message ends with the advice. */
export function truncateMiddle(text: string): string {
  if (text.length <= MAX_MESSAGE) return text;
  const half = MAX_MESSAGE / 2;
  return `${text.slice(0, half)}${ELLIPSIS}${text.slice(-half)}`.toWellFormed();
}

function truncateCell(cell: JsonValue): JsonValue {
  return typeof cell === 'string' ? truncateText(cell) : cell;
}

/** Truncates every text of a row, see truncateText. */
export function truncateRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, truncateCell(cell)]));
}
