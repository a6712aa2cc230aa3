/** Beyond this many characters the search would hold up other requests. */
const SEARCHED_CHARS = 256 * 1024;

/**
 * Where a text stops being JSON; its length when it only breaks off. V8 tells the place in some of
 * its messages only, so it is searched for by halves: up to the fault, every prefix is one of JSON.
 * @returns null for a text too long to be searched
 */
export function jsonErrorOffset(text: string): number | null {
  if (text.length > SEARCHED_CHARS) return null;
  if (isPrefixOfJson(text)) return text.length;
  let fine = 0;
  let broken = text.length;
  while (broken - fine > 1) {
    const middle = (fine + broken) >>> 1;
    if (isPrefixOfJson(text.slice(0, middle))) fine = middle;
    else broken = middle;
  }
  return fine;
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
