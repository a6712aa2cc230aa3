const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The change of depth by byte: 1 for `[` and `{`, -1 for `]` and `}`, else 0. */
const DEPTH_CHANGE = new Int8Array(256);
DEPTH_CHANGE[0x5b] = 1;
DEPTH_CHANGE[0x7b] = 1;
DEPTH_CHANGE[0x5d] = -1;
DEPTH_CHANGE[0x7d] = -1;

/**
 * Whether the arrays and objects of a JSON text are nested deeper than `limit` levels. Brackets in strings
 * do not count. It scans each byte once and accepts invalid JSON. No byte of a multi-byte character of UTF-8
 * equals a bracket or a quote, so it needs no decoding.
 * @param json the text in UTF-8
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

/** The index of the closing quote of the string at `start`; the end of the text without one. */
function endOfString(json: Uint8Array, start: number): number {
  for (let index = start + 1; index < json.length; index++) {
    const byte = json[index];
    if (byte === QUOTE) return index;
    if (byte === BACKSLASH) index++;
  }
  return json.length;
}
