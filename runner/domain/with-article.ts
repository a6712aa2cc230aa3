/** Vowels that sound as "you" at the start of a word, such as that of UUID and URL. */
const SOUNDS_AS_YOU = /^u(?:ui|r[il]\b|ni|se)/i;

/** A word after its indefinite article, such as `an excel`. */
export function withArticle(word: string): string {
  return `${/^[aeiou]/i.test(word) && !SOUNDS_AS_YOU.test(word) ? 'an' : 'a'} ${word}`;
}
