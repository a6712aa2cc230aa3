import type { Frame, StringColumn } from '../../engines/pandas/frame.ts';
import { columnByName, withColumn } from '../../engines/pandas/kernels/columns/column-access.ts';
import { checkRowCount } from '../../engines/pandas/kernels/rows/row-limit.ts';
import { takeRows } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Explode } from '../../plan/relation.ts';
import { noPartsError, rowParts } from '../row-parts.ts';

/**
 * Splits the texts of a column into a row for each part. Each distinct text is split once.
 * @throws UserError for a text that is no JSON array, without a delimiter
 */
export function explodeFrame(frame: Frame, relation: Explode): Frame {
  const { column } = relation;
  const texts = columnByName(frame, column);
  if (texts.type !== 'string') throw new TypeError(`"${column}" is not text.`);
  const { parts, dictionary } = splitTexts(texts, relation);
  let length = 0;
  for (const code of texts.codes) length += parts[code]?.length ?? 1;
  checkRowCount(length, 'The split');
  const rows = new Int32Array(length);
  const codes = new Int32Array(length).fill(-1);
  let at = 0;
  for (let row = 0; row < frame.length; row++) {
    const split = parts[texts.codes[row] ?? -1] ?? NULL_PARTS;
    for (const code of split) {
      rows[at] = row;
      codes[at++] = code;
    }
  }
  return withColumn(takeRows(frame, rows), column, { type: 'string', codes, dictionary });
}

/** The code of null. */
const NULL_PARTS: readonly number[] = [-1];

interface SplitTexts {
  /** The codes of the parts by the code of a text. */
  readonly parts: readonly (readonly number[])[];
  readonly dictionary: string[];
}

function splitTexts(texts: StringColumn, { column, delimiter }: Explode): SplitTexts {
  const dictionary: string[] = [];
  const codeOf = new Map<string, number>();
  const codeOfPart = (part: string | null): number => {
    if (part === null) return -1;
    const code = codeOf.get(part) ?? dictionary.push(part) - 1;
    codeOf.set(part, code);
    return code;
  };
  const parts = texts.dictionary.map((text, code) => {
    const split = rowParts(text, delimiter);
    if (split !== null) return split.map(codeOfPart);
    const row = texts.codes.indexOf(code);
    // A text that no row has fails nothing.
    if (row !== -1) throw noPartsError(column, row, text);
    return NULL_PARTS;
  });
  return { parts, dictionary };
}
