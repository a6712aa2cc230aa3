import type { StringColumn } from '../../frame.ts';

/** With this many times more entries than rows, dropping the unused ones costs less than one pass over all. */
const SPARSE = 4;

/**
 * A text column of codes that select from the texts of a larger column. Drops the texts that no row has
 * if most are such, because text functions cost time by dictionary entry. Its time is linear in the rows.
 */
export function textsOf(codes: Int32Array, dictionary: readonly string[]): StringColumn {
  return codes.length * SPARSE < dictionary.length
    ? compactTexts(codes, dictionary)
    : { type: 'string', codes, dictionary };
}

function compactTexts(codes: Int32Array, dictionary: readonly string[]): StringColumn {
  const newCodes = new Map<number, number>();
  const used: string[] = [];
  const compacted = new Int32Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? -1;
    let newCode = code === -1 ? -1 : newCodes.get(code);
    if (newCode === undefined) {
      newCode = used.push(dictionary[code] ?? '') - 1;
      newCodes.set(code, newCode);
    }
    compacted[row] = newCode;
  }
  return { type: 'string', codes: compacted, dictionary: used };
}
