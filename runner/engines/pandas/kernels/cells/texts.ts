import { codedTexts } from '../../deferred-column.ts';
import type { CodedTexts, Column, IntegerColumn, StringColumn } from '../../frame.ts';
import { columnOfTexts } from '../columns/column-of-texts.ts';
import { computeCells } from '../columns/compute-cells.ts';
import { validMask } from '../columns/null-mask.ts';
import { denseCodes } from '../rows/dense-codes.ts';
import { firstRowOfEach, groupRows } from '../rows/group-rows.ts';
import { allPresent, step, textColumn, type Operand } from './operand.ts';

/** Computes a text or null from each text; the function runs once per text of the dictionary. */
export function mapTexts(
  args: readonly Operand[],
  rows: number,
  compute: (text: string) => string | null,
): StringColumn {
  const { codes, texts } = codedTexts(textColumn(args[0]));
  const computed: string[] = [];
  const byCode = computeCells(new Int32Array(texts.length), (code) => {
    const text = compute(texts[code] ?? '');
    return text === null ? -1 : computed.push(text) - 1;
  });
  const hasNulls = computed.length < texts.length;
  return columnOfTexts({ codes: hasNulls ? recoded(codes, byCode, rows) : codes, texts: computed });
}

/** The code of each cell's code; -1 stays. */
function recoded(codes: Int32Array, byCode: Int32Array, rows: number): Int32Array {
  const out = new Int32Array(rows);
  for (let row = 0; row < rows; row++) out[row] = byCode[codes[row] ?? -1] ?? -1;
  return out;
}

/** Computes a small integer from each text; the function runs once per text of the dictionary. */
export function measureTexts(
  args: readonly Operand[],
  rows: number,
  measure: (text: string) => number,
): IntegerColumn {
  const { codes, texts } = codedTexts(textColumn(args[0]));
  const byCode = new Float64Array(texts.map(measure));
  const values = computeCells(new Float64Array(rows), (row) => byCode[codes[row] ?? -1] ?? 0);
  return { type: 'integer', values, validity: allPresent(args, rows) };
}

/** Concatenates the texts of each row; null if one of them is. */
export function joinTexts(args: readonly Operand[], rows: number): StringColumn {
  return textsOfRows(args, rows, (texts) => {
    let joined = '';
    for (const text of texts) {
      if (text === null) return null;
      joined += text;
    }
    return joined;
  });
}

/** Concatenates the texts of each row with a separator between them; null is the empty text. */
export function combineTexts(
  args: readonly Operand[],
  rows: number,
  separator: string,
): StringColumn {
  return textsOfRows(args, rows, (texts) => {
    let combined = texts[0] ?? '';
    for (let at = 1; at < texts.length; at++) combined += separator + (texts[at] ?? '');
    return combined;
  });
}

/** To find equal rows is worth while if no column has more texts than this share of the rows. */
const MAX_TEXTS_SHARE = 1 / 2;

/** Computes a text or null from the texts of each row, once for rows with the same texts. */
function textsOfRows(
  args: readonly Operand[],
  rows: number,
  compute: (texts: readonly (string | null)[]) => string | null,
): StringColumn {
  const parts = args.map((arg) => ({ ...codedTexts(textColumn(arg)), step: step(arg) }));
  // One array for all rows, since most rows have a text of their own.
  const cells: (string | null)[] = parts.map(() => null);
  const textOfRow = (row: number): string | null => {
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at];
      cells[at] = part?.texts[part.codes[row * part.step] ?? -1] ?? null;
    }
    return compute(cells);
  };
  const varying = parts.filter((part) => part.step === 1);
  const groups = varying.some(({ texts }) => texts.length > rows * MAX_TEXTS_SHARE)
    ? null
    : groupRows(varying.map(asColumn), rows);
  const texts: string[] = [];
  const codes = computeCells(new Int32Array(groups?.count ?? rows), (at) => {
    const text = textOfRow(groups?.firstRows[at] ?? at);
    return text === null ? -1 : texts.push(text) - 1;
  });
  return columnOfTexts({
    codes: groups === null ? codes : recoded(groups.codes, codes, rows),
    texts,
  });
}

/** To group rows by the codes of their texts. */
function asColumn({ codes, texts }: CodedTexts): StringColumn {
  return { type: 'string', codes, dictionary: texts };
}

/** Formats each present cell as text, equal values once. */
export function writeTexts(
  column: Exclude<Column, StringColumn>,
  write: (value: number | bigint) => string,
): StringColumn {
  const { values } = column;
  const groups = denseCodes(column);
  const firstRows = firstRowOfEach(groups);
  const mask = validMask(column);
  const texts: string[] = [];
  const byCode = computeCells(new Int32Array(groups.count), (code) => {
    const row = firstRows[code] ?? 0;
    return mask?.[row] === 0 ? -1 : texts.push(write(values[row] ?? 0)) - 1;
  });
  return columnOfTexts({ codes: recoded(groups.codes, byCode, values.length), texts });
}
