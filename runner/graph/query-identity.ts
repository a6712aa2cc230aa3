import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../domain/json.ts';

/** Longer texts among the values of a key are abridged. */
const MAX_MARK_TEXT = 256;
const SHOWN_START = 40;

/**
 * The values of the parameters that a query names, in the order of their names, as the key of a watermark has them.
 * A long text is its start and its digest: a key is stored for each set of values.
 */
export function markParameters(values: JsonObject): JsonObject {
  const entries = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, value]) => [name, abridged(value)]));
}

function abridged(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || value.length <= MAX_MARK_TEXT) return value;
  return `${value.slice(0, SHOWN_START)}… (SHA-256 ${digestOf(value)})`;
}

/** The digest of the text of a query. Whitespace at its ends does not count. */
export function queryDigestOf(text: string): string {
  return digestOf(text.trim());
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
