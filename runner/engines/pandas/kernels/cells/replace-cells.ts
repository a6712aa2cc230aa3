import type { Column } from '../../frame.ts';
import { concatColumns } from '../columns/concat-columns.ts';
import { takeCells } from '../columns/take-rows.ts';
import type { LiteralValue } from '../../../../expressions/literal.ts';
import { chooseCells } from './choose.ts';
import { presence, step, type Operand } from './operand.ts';

/** The constants that replace cells. */
export interface CellReplacements {
  /** Distinct values, none of them null. */
  readonly found: readonly LiteralValue[];
  /** A constant for each of them. */
  readonly values: readonly Operand[];
}

/** Replaces the cells that equal a value; all others, and null, by the fallback. */
export function replaceCells(
  cells: Operand,
  fallback: Operand,
  { found, values }: CellReplacements,
  rows: number,
): Column {
  const matches = matchesOf(cells, found, rows);
  const [first, ...others] = values.map(({ column }) => column);
  if (first === undefined) throw new TypeError('There is no value to replace.');
  const constants = concatColumns([first, ...others]);
  const pick = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    if (matches[row] === -1) matches[row] = 0;
    else pick[row] = 1;
  }
  const replaced = takeCells(constants, matches);
  return chooseCells(pick, { column: replaced, constant: false }, fallback);
}

/** The index of the value that each cell equals; -1 for none. */
function matchesOf(operand: Operand, found: readonly LiteralValue[], rows: number): Int32Array {
  const { column } = operand;
  const at = step(operand);
  const matches = new Int32Array(rows);
  if (column.type === 'string') {
    const indices = new Map(found.map((value, index) => [value, index]));
    const byCode = Int32Array.from(column.dictionary, (text) => indices.get(text) ?? -1);
    for (let row = 0; row < rows; row++) matches[row] = byCode[column.codes[row * at] ?? -1] ?? -1;
    return matches;
  }
  const { values } = column;
  const isBig = values instanceof BigInt64Array;
  const distinct = found.map((value) => (isBig ? value : Number(value)));
  const indices = new Map(distinct.map((value, index) => [value, index]));
  const indexOf =
    distinct.length > MAX_COMPARED
      ? (value: number | bigint): number => indices.get(value) ?? -1
      : (value: number | bigint): number => distinct.indexOf(value);
  const mask = presence(operand, rows);
  for (let row = 0; row < rows; row++) {
    matches[row] = mask?.[row] === 0 ? -1 : indexOf(values[row * at] ?? 0);
  }
  return matches;
}

/** So many comparisons cost less than the search in a map. */
const MAX_COMPARED = 8;
