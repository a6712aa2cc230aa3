import type { Encoding } from '../../domain/parse-options.ts';

/** Fewer words or characters beyond ASCII prove nothing. */
const MIN_WORDS = 3;
const MIN_CHARACTERS = 6;
/** The share of words or characters that must be as usual in a script. */
const CERTAIN = 0.9;

/**
 * Detects an encoding of a script that is not Latin, where its bytes are as they can hardly be in another one:
 * words of Cyrillic or Greek letters, and the common characters of Japanese, Chinese and Korean.
 * @param bytes lines with bytes beyond ASCII
 * @returns null when none is certain
 */
export function detectScript(bytes: Buffer): Encoding | null {
  return detectLetters(bytes) ?? detectCharacters(bytes) ?? detectDos(bytes);
}

/** A word of bytes that are letters in encodings of Cyrillic and Greek. */
const WORD = /[\x80-\xff]+/g;

interface WordForms {
  readonly count: number;
  /** Written as words are if the letters from 0xe0 on are lower case, as in cp1251 and cp1253. */
  readonly usual: number;
  /** Written as words are if those up to 0xdf are lower case, as in KOI8-R. */
  readonly swapped: number;
  /** Usual words with a letter that has an accent in Greek, and no letter that only Cyrillic has. */
  readonly greek: number;
  /** Words whose case shows which letters are lower case. */
  readonly cased: number;
}

/** The words of a script that is not Latin; none: too many have Latin letters with accents. */
function wordsOf(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1');
  const all = [...text.matchAll(WORD)];
  const words = all.filter(({ 0: word, index }) => {
    // Words of Latin letters with accents have ASCII letters beside them.
    const around = `${text[index - 1] ?? ''}${text[index + word.length] ?? ''}`;
    return !/[A-Za-z]/.test(around);
  });
  return words.length < all.length * CERTAIN ? [] : words.map(({ 0: word }) => word);
}

function detectLetters(bytes: Buffer): Encoding | null {
  const words = wordsOf(bytes);
  if (words.length < MIN_WORDS) return null;
  const forms = formsOf(words);
  if (forms.count < MIN_WORDS) return null;
  if (forms.greek >= forms.count * CERTAIN && forms.greek > 0) return 'cp1253';
  if (forms.cased === 0) return null;
  if (forms.usual >= forms.count * CERTAIN) return 'cp1251';
  return forms.swapped >= forms.count * CERTAIN ? 'koi8-r' : null;
}

/** Lower-case letters of cp1251, and of cp1253 but for some with an accent. */
const USUAL = /^(?:[\xc0-\xdf\xa8]?[\xe0-\xff\xb8]*|[\xc0-\xdf\xa8]+)$/;
const SWAPPED = /^(?:[\xe0-\xff\xb3]?[\xc0-\xdf\xa3]*|[\xe0-\xff\xb3]+)$/;
const GREEK = /^[\xa2\xb8-\xba\xbc\xbe\xbf\xc1-\xdb]?[\xdc-\xfe]*$/;
const GREEK_ACCENT = /[\xdc-\xdf\xfc-\xfe]/;

function formsOf(words: readonly string[]): WordForms {
  const long = words.filter((word) => word.length > 2);
  const accented = long.filter((word) => GREEK.test(word) && /.[\xdc-\xdf]/.test(word));
  const isGreek = accented.length > 0 && long.every((word) => GREEK.test(word));
  return {
    count: long.length,
    usual: long.filter((word) => USUAL.test(word)).length,
    swapped: long.filter((word) => SWAPPED.test(word)).length,
    greek: isGreek ? long.filter((word) => GREEK_ACCENT.test(word)).length + capitals(long) : 0,
    // Hebrew has the bytes from 0xe0 to 0xfa alone; capitals and the last letters of Cyrillic show the case.
    cased: long.filter((word) =>
      /^[\xc0-\xdf][\xe0-\xff]|[\xe0-\xff][\xfb-\xff]|^[\xe0-\xff][\xc0-\xdf]/.test(word),
    ).length,
  };
}

/** Words in capitals have no accents. */
function capitals(words: readonly string[]): number {
  return words.filter((word) => /^[\xc1-\xdb]+$/.test(word)).length;
}

/** Cyrillic letters of DOS: small ones from 0xa0 to 0xaf and from 0xe0 on, perhaps behind a capital. */
const DOS = /^[\x80-\x9f\xf0]?[\xa0-\xaf\xe0-\xef\xf1]+$/;
const DOS_CAPITALS = /^[\x80-\x9f\xf0]+$/;

function detectDos(bytes: Buffer): Encoding | null {
  const words = wordsOf(bytes).filter(({ length }) => length > 2);
  if (words.length < MIN_WORDS) return null;
  return dosCyrillicWords(words) >= words.length * CERTAIN ? 'cp866' : null;
}

/** The number of words of Cyrillic letters in DOS; 0 if those in small letters are of another encoding. */
export function dosCyrillicWords(words: readonly string[]): number {
  const small = words.filter((word) => DOS.test(word));
  // Nearly each word has a small letter of the first half of the alphabet.
  const usual = small.filter((word) => /[\xa0-\xaf]/.test(word));
  const capitals = words.filter((word) => DOS_CAPITALS.test(word));
  return usual.length * 2 >= small.length ? small.length + capitals.length : 0;
}

/** How often characters of two bytes are common ones in an encoding. */
interface CharacterCounts {
  readonly all: number;
  readonly common: number;
  /** Those beside another one: words have several. */
  readonly inRuns: number;
}

interface DoubleByteEncoding {
  readonly encoding: Encoding;
  readonly isLead: (byte: number) => boolean;
  readonly isTrail: (byte: number) => boolean;
  readonly isCommon: (lead: number, trail: number) => boolean;
}

const between = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

/** In the order in which they are tried: a later one has the bytes of an earlier one as rare characters. */
const DOUBLE_BYTE: readonly DoubleByteEncoding[] = [
  {
    encoding: 'shift_jis',
    isLead: (byte) => between(byte, 0x81, 0x9f) || between(byte, 0xe0, 0xfc),
    isTrail: (byte) => between(byte, 0x40, 0x7e) || between(byte, 0x80, 0xfc),
    isCommon: (lead) => between(lead, 0x81, 0x83) || between(lead, 0x88, 0x98),
  },
  {
    encoding: 'euc-jp',
    isLead: (byte) => between(byte, 0xa1, 0xfe),
    isTrail: (byte) => between(byte, 0xa1, 0xfe),
    isCommon: (lead) => lead === 0xa4 || lead === 0xa5,
  },
  {
    encoding: 'euc-kr',
    isLead: (byte) => between(byte, 0xa1, 0xfe),
    isTrail: (byte) => between(byte, 0xa1, 0xfe),
    isCommon: (lead) => between(lead, 0xb0, 0xc8),
  },
  {
    encoding: 'gb18030',
    isLead: (byte) => between(byte, 0xa1, 0xf7),
    isTrail: (byte) => between(byte, 0xa1, 0xfe),
    isCommon: (lead) => lead === 0xa1 || lead === 0xa3 || between(lead, 0xb0, 0xd7),
  },
  {
    encoding: 'big5',
    isLead: (byte) => between(byte, 0xa1, 0xf9),
    isTrail: (byte) => between(byte, 0x40, 0x7e) || between(byte, 0xa1, 0xfe),
    isCommon: (lead) => between(lead, 0xa1, 0xa3) || between(lead, 0xa4, 0xc6),
  },
];

/** Japanese text in EUC has about as many kana as other characters. */
const MIN_KANA = 0.3;

function detectCharacters(bytes: Buffer): Encoding | null {
  for (const candidate of DOUBLE_BYTE) {
    const counts = countsOf(bytes, candidate);
    if (counts === null || counts.all < MIN_CHARACTERS) continue;
    const share = candidate.encoding === 'euc-jp' ? MIN_KANA : CERTAIN;
    const isCommon = counts.common >= counts.all * share;
    if (isCommon && counts.inRuns >= counts.all * CERTAIN) return candidate.encoding;
  }
  return null;
}

/** @returns null when a byte beyond ASCII is no character */
function countsOf(
  bytes: Buffer,
  { isLead, isTrail, isCommon }: DoubleByteEncoding,
): CharacterCounts | null {
  let [all, common, inRuns, run] = [0, 0, 0, 0];
  for (let index = 0; index <= bytes.length; index++) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) {
      inRuns += run > 1 ? run : 0;
      run = 0;
      continue;
    }
    const trail = bytes[++index] ?? 0;
    if (!isLead(lead) || !isTrail(trail)) return null;
    all++;
    run++;
    common += Number(isCommon(lead, trail));
  }
  return { all, common, inRuns };
}
