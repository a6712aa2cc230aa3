import type { CodedTexts } from '../../frame.ts';
import { uniteDictionaries } from './unite-dictionaries.ts';

/** Finding equal texts costs little while both columns have at most this share of texts for each row. */
const MAX_UNITED_SHARE = 1 / 8;

/** With more texts for each row, those without a row are dropped: functions of texts run on each. */
const MAX_TEXTS_SHARE = 2;

/** Two columns whose codes select from the same texts. */
export interface UnitedTexts {
  readonly texts: readonly string[];
  readonly codes: readonly [first: Int32Array, second: Int32Array];
}

/**
 * Unites the texts of two columns. Equal texts get one code if the texts are few for so many rows or are the same
 * array; they may stay apart otherwise.
 */
export function uniteTexts(first: CodedTexts, second: CodedTexts, rows: number): UnitedTexts {
  const offset = first.texts.length;
  if (first.texts === second.texts || second.texts.length === 0) {
    return { texts: first.texts, codes: [first.codes, second.codes] };
  }
  if (offset === 0) return { texts: second.texts, codes: [first.codes, second.codes] };
  if (offset + second.texts.length > rows * MAX_UNITED_SHARE) {
    const codes = second.codes.map((code) => (code === -1 ? -1 : code + offset));
    return { texts: [...first.texts, ...second.texts], codes: [first.codes, codes] };
  }
  const { dictionary, codes } = uniteDictionaries([first.texts, second.texts]);
  const newCodes = codes[1];
  const united = second.codes.map((code) => newCodes?.[code] ?? -1);
  return { texts: dictionary, codes: [first.codes, united] };
}

/** The column without the texts that no row has, if it has many for its rows. */
export function withoutUnusedTexts({ codes, texts }: CodedTexts): CodedTexts {
  if (texts.length <= codes.length * MAX_TEXTS_SHARE) return { codes, texts };
  const newCodes = new Int32Array(texts.length).fill(-1);
  const used: string[] = [];
  const compacted = codes.map((code) => {
    if (code === -1) return -1;
    if (newCodes[code] === -1) newCodes[code] = used.push(texts[code] ?? '') - 1;
    return newCodes[code] ?? -1;
  });
  return { codes: compacted, texts: used };
}
