import { exactJson } from '../domain/exact-json.ts';
import type { JsonValue } from '../domain/json.ts';
import { truncateText } from '../domain/truncate-text.ts';
import type { LiteralValue } from '../expressions/literal.ts';

/** The maximum length of a cell in a message. */
const SHOWN_CHARACTERS = 200;

/** A cell of a sample as a message shows it. */
export function cellText(cell: JsonValue): string {
  return truncateText(exactJson.stringify(cell), SHOWN_CHARACTERS);
}

/** A float that a sample shows as null, since JSON has no infinity. */
export function floatText(cell: LiteralValue): string {
  if (cell === null) return 'null';
  return Number(cell) < 0 ? '-inf' : 'inf';
}
