import { trimEndCharacters } from './trim-end-characters.ts';

/**
 * All characters with the Unicode property White_Space. polars strips them by default. Python also strips U+001C
 * to U+001F, and JavaScript strips U+FEFF but not U+0085.
 */
export const WHITE_SPACE =
  '\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

const LEADING = /^\p{White_Space}+/u;

/** Removes white space at the start of a text. */
export function trimWhiteSpaceStart(text: string): string {
  return text.replace(LEADING, '');
}

/** Removes white space at the end of a text. */
export function trimWhiteSpaceEnd(text: string): string {
  return trimEndCharacters(text, WHITE_SPACE);
}

/** Removes white space at both ends of a text. */
export function trimWhiteSpace(text: string): string {
  return trimWhiteSpaceEnd(trimWhiteSpaceStart(text));
}
