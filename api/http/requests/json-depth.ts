const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** By byte: 1 for `[` and `{`, -1 for `]` and `}`, else 0. */
const DEPTH_CHANGE = new Int8Array(256);
DEPTH_CHANGE[0x5b] = 1;
DEPTH_CHANGE[0x7b] = 1;
DEPTH_CHANGE[0x5d] = -1;
DEPTH_CHANGE[0x7d] = -1;

/**
 * True when lists and objects of a JSON text lie deeper in each other than `limit` levels; brackets in
 * strings do not count. It looks at each byte once, also when the text is not valid JSON. In UTF-8 no
 * byte of a longer character equals one of these signs, so bytes need no decoding.
 * @param json the text as UTF-8
 */
export function isNestedDeeper(json: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) index = endOfString(json, index);
    else depth += DEPTH_CHANGE[byte] ?? 0;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the string that opens at `start` closes; the end of the text when it never does. */
function endOfString(json: Uint8Array, start: number): number {
  for (let index = start + 1; index < json.length; index++) {
    const byte = json[index];
    if (byte === QUOTE) return index;
    if (byte === BACKSLASH) index++;
  }
  return json.length;
}
