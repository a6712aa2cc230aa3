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
 * Returns the keys of a valid JSON object and the source texts of their values, in source order. Unlike a
 * parsed object this preserves `1.0`, every digit, and the order of numeric keys. The last value of a
 * repeated key wins.
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

/**
 * Returns the index after the string that begins at `from`. It loops, because a regular expression with a
 * repeated alternative overflows the stack at 8 MiB.
 */
export function endOfString(text: string, from: number): number {
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
