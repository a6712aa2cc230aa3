import type { JsonValue, Row } from './json.ts';

/** Characters of a text that samples, previews and profiles show; lists of records carry them all. */
export const LONGEST_SHOWN_TEXT = 10_000;
const CUT_MARK = '…';

/** A text as records show it: one of more than 10,000 characters is cut there and ends in "…". */
export function shownText(text: string): string {
  if (text.length <= LONGEST_SHOWN_TEXT) return text;
  let end = 0;
  for (let count = 0; count < LONGEST_SHOWN_TEXT && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? text.slice(0, end) + CUT_MARK : text;
}

/** A cell as records show it. */
function shownCell(cell: JsonValue): JsonValue {
  return typeof cell === 'string' ? shownText(cell) : cell;
}

/** A row as records show it. */
export function shownRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, shownCell(cell)]));
}
