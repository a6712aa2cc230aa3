import type { Encoding } from '../../domain/parse-options.ts';
import { dosCyrillicWords } from './detect-script.ts';
import { decodeText } from './transcode.ts';

/** Those of two bytes a character that share their bytes, the most frequent ones first. */
const EAST_ASIAN: readonly Encoding[] = ['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'];
/** A mark or a control of Windows between letters: one of DOS or of the Mac. An apostrophe is between them too. */
const NO_WINDOWS_LETTER = /[a-z][\x80-\x89\x8b\x8d\x8f-\x91\x93-\x95\x98\x99\x9b\x9d][a-z]/i;
const MAX_NAMED = 3;
const MOST = 0.9;

/** A run of bytes that are no ASCII. */
const RUN = /[\x80-\xff]+/g;

/**
 * The encodings that a text may have, whose own one is not certain: those in which all of its bytes are characters,
 * as their words have them. The most likely ones first.
 * @param bytes lines with bytes beyond ASCII
 * @param guessed the encoding by which it is read
 */
export function otherEncodings(bytes: Buffer, guessed: Encoding): readonly Encoding[] {
  const text = bytes.toString('latin1');
  const runs = Array.from(text.matchAll(RUN), ([run]) => run);
  const found = [
    ...(areDosCyrillic(runs) ? (['cp866'] as const) : []),
    ...(arePairs(runs) ? EAST_ASIAN.filter((each) => decodes(bytes, each)) : []),
    ...(NO_WINDOWS_LETTER.test(text) ? (['cp850', 'mac-roman'] as const) : []),
  ].filter((each) => each !== guessed);
  if (found.length > 0) return found.slice(0, MAX_NAMED);
  return [guessed === 'cp1252' || guessed === 'latin-1' ? 'cp1250' : 'cp1252'];
}

function areDosCyrillic(runs: readonly string[]): boolean {
  const words = runs.filter(({ length }) => length > 1);
  return words.length > 0 && dosCyrillicWords(words) >= words.length * MOST;
}

/** Whether runs are of characters of two bytes; a second byte may be ASCII. */
function arePairs(runs: readonly string[]): boolean {
  const long = runs.filter(({ length }) => length > 1);
  return long.length > 0 && long.length >= runs.length * MOST;
}

function decodes(bytes: Buffer, encoding: Encoding): boolean {
  return !decodeText(bytes, encoding).includes('\ufffd');
}
