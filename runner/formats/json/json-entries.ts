const KEY = /\s*,?\s*("(?:[^"\\]|\\.)*")\s*:\s*/sy;
const TEXT = /"(?:[^"\\]|\\.)*"/sy;
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
    KEY.lastIndex = index;
    const key = KEY.exec(object);
    if (key === null) return entries;
    const end = endOfValue(object, KEY.lastIndex);
    entries.set(String(JSON.parse(key[1] ?? '""')), object.slice(KEY.lastIndex, end));
    index = end;
  }
}

function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfMatch(TEXT, text, from);
  if (first !== '{' && first !== '[') return endOfMatch(BARE, text, from);
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfMatch(TEXT, text, index) - 1;
    else depth += DEPTH_CHANGE.get(character ?? '') ?? 0;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}
