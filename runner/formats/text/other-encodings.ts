import type { Encoding } from '../../domain/parse-options.ts';
import { dosCyrillicWords } from './detect-script.ts';
import { decodeText } from './transcode.ts';

/** Those of two bytes a character, the most frequent ones first. Some share their bytes. */
const EAST_ASIAN: readonly Encoding[] = ['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'];
/** Half-width katakana are single bytes of Shift_JIS, and most bytes of the other encodings. */
const EAST_ASIAN_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff5e]/u;
const HALF_WIDTH = /[\uff61-\uff9f]/u;
/** Latin letters with accents have others beside them. */
const BESIDE_LATIN = /[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]/u;
/**
 * A mark or a control of Windows between letters: one of DOS or of the Mac. An apostrophe is between letters too, and
 * some marks of these are letters of Windows.
 */
const NO_WINDOWS_LETTER = /[a-z][\x80-\x89\x8b\x8d\x8f-\x91\x93-\x95\x98\x99\x9b\x9d\xa7][a-z]/i;
/** A run of bytes that are no ASCII. */
const RUN = /[\x80-\xff]+/g;
const MAX_NAMED = 4;
const MOST = 0.9;

/**
 * The encodings that a text may have, whose own one is not certain: those in which its bytes are words. The most
 * likely ones first.
 * @param bytes lines with bytes beyond ASCII
 * @param guessed the encoding by which it is read
 */
export function otherEncodings(bytes: Buffer, guessed: Encoding): readonly Encoding[] {
  const text = bytes.toString('latin1');
  const isLatin = guessed === 'cp1252' || guessed === 'latin-1';
  const candidates: readonly Encoding[] = [
    ...EAST_ASIAN.filter((each) => isEastAsian(decodeText(bytes, each))),
    ...(isDosCyrillic(text) ? (['cp866'] as const) : []),
    ...(isLatin && NO_WINDOWS_LETTER.test(text) ? (['cp850', 'mac-roman'] as const) : []),
  ];
  const found = candidates.filter((each) => each !== guessed);
  return found.length > 0 ? found.slice(0, MAX_NAMED) : [isLatin ? 'cp1250' : 'cp1252'];
}

function isDosCyrillic(text: string): boolean {
  const words = Array.from(text.matchAll(RUN), ([run]) => run).filter(({ length }) => length > 2);
  return words.length > 0 && dosCyrillicWords(words) >= words.length * MOST;
}

function isEastAsian(text: string): boolean {
  const characters = Array.from(text).filter((character) => character > '\x7f');
  const usual = characters.filter(
    (character) => EAST_ASIAN_LETTER.test(character) && !HALF_WIDTH.test(character),
  );
  return usual.length >= characters.length * MOST && !BESIDE_LATIN.test(text);
}
