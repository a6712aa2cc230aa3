/** Searching longer texts would delay other requests. */
const MAX_SEARCHED_CHARACTERS = 256 * 1024;

/**
 * The offset at which a text stops being valid JSON; the length of the text when it is truncated JSON.
 * Only some V8 messages have the offset, so a binary search finds the longest valid prefix.
 * @returns null for a text too long to search
 */
export function jsonErrorOffset(text: string): number | null {
  if (text.length > MAX_SEARCHED_CHARACTERS) return null;
  if (isPrefixOfJson(text)) return text.length;
  let valid = 0;
  let invalid = text.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (isPrefixOfJson(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function isPrefixOfJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/end of JSON input|^Unterminated/.test(message)) return true;
    const position = /at position (\d+)/.exec(message)?.[1];
    return position !== undefined && Number(position) >= text.length;
  }
}
