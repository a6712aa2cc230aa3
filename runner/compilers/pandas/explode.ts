import type { Frame } from '../../engines/pandas/frame.ts';
import { columnByName, withColumn } from '../../engines/pandas/kernels/columns/column-access.ts';
import { checkRowCount } from '../../engines/pandas/kernels/rows/row-limit.ts';
import { takeRows } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Explode } from '../../plan/relation.ts';

/** Splits the texts of a column into a row for each part. Each distinct text is split once. */
export function explodeFrame(frame: Frame, { column, delimiter }: Explode): Frame {
  const texts = columnByName(frame, column);
  if (texts.type !== 'string') throw new TypeError(`"${column}" is not text.`);
  const dictionary: string[] = [];
  const codeOf = new Map<string, number>();
  const parts = texts.dictionary.map((text) =>
    text.split(delimiter).map((part) => {
      const code = codeOf.get(part) ?? dictionary.push(part) - 1;
      codeOf.set(part, code);
      return code;
    }),
  );
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
