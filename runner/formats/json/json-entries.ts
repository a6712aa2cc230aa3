const BETWEEN_ENTRIES = /[\s,]*/y;
const BETWEEN_KEY_AND_VALUE = /[\s:]*/y;
const BARE = /[^,}\]\s]+/y;
const DEPTH_CHANGE: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);

/**
 * Keys and the source texts of their values, in the order of the text, of one valid JSON object.
 * Unlike a parsed object it tells `1.0` from `1`, keeps every digit, and keeps the place of keys
 * that look like numbers. Of a key written twice the last value counts.
 */
export function jsonEntries(object: string): Map<string, string> {
  const entries = new Map<string, string>();
  let index = object.indexOf('{') + 1;
  for (;;) {
    const key = endOfMatch(BETWEEN_ENTRIES, object, index);
    if (object[key] !== '"') return entries;
    const endOfKey = endOfString(object, key);
    const value = endOfMatch(BETWEEN_KEY_AND_VALUE, object, endOfKey);
    index = endOfValue(object, value);
    entries.set(String(JSON.parse(object.slice(key, endOfKey))), object.slice(value, index));
  }
}

function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfString(text, from);
  if (first !== '{' && first !== '[') return endOfMatch(BARE, text, from);
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index) - 1;
    else depth += DEPTH_CHANGE.get(character ?? '') ?? 0;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A pattern that repeats a choice of characters overflows the stack on a string of 8 MiB. */
function endOfString(text: string, from: number): number {
  for (let index = from + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index + 1;
    if (code === BACKSLASH) index++;
  }
  return text.length;
}

function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}
