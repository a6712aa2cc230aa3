/**
 * The text without the given characters at its end. A pattern such as `/[ab]+$/` needs quadratic time
 * for long rows of them in the middle of a text; this looks only at those at the end.
 * @param characters one string of them, each of one UTF-16 code unit
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
