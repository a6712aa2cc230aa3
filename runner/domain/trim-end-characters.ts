/**
 * Trims the given characters from the end of a text in linear time. A pattern such as `/[ab]+$/` takes
 * quadratic time when the middle of the text has long runs of them.
 * @param characters a string of UTF-16 code units
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
