import type { Column, StringColumn } from '../../frame.ts';
import { usedTexts } from './distinct-count.ts';
import { compareByCodePoint } from '../columns/text-order.ts';

/** The first rows with the minimum and the maximum; -1 for a column of nulls. */
export interface Extremes {
  readonly min: number;
  readonly max: number;
}

/** Finds the extremes of a column; texts compare by code point. */
export function extremesOf(column: Column): Extremes {
  if (column.type === 'string') return extremesOfTexts(column);
  const { values, validity: mask } = column;
  return values instanceof Float64Array
    ? extremesOfFloats(values, mask)
    : extremesOfCells(values, mask);
}

/** Compares the distinct texts, which are fewer than the cells, and needs no order of them all. */
function extremesOfTexts(column: StringColumn): Extremes {
  const { codes, dictionary } = column;
  const used = usedTexts(column);
  let min = -1;
  let max = -1;
  for (let code = used.indexOf(1); code !== -1; code = used.indexOf(1, code + 1)) {
    const text = dictionary[code] ?? '';
    if (min === -1) min = max = code;
    else if (compareByCodePoint(text, dictionary[min] ?? '') < 0) min = code;
    else if (compareByCodePoint(text, dictionary[max] ?? '') > 0) max = code;
  }
  return min === -1 ? { min, max } : { min: codes.indexOf(min), max: codes.indexOf(max) };
}

/** Apart from other cells: V8 compiles a loop over one kind of array to several times the speed. */
function extremesOfFloats(values: Float64Array, mask: Uint8Array | null): Extremes {
  let min = -1;
  let max = -1;
  let least = Infinity;
  let greatest = -Infinity;
  for (let row = 0; row < values.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const value = values[row] ?? 0;
    if (value < least || min === -1) {
      least = value;
      min = row;
    }
    if (value > greatest || max === -1) {
      greatest = value;
      max = row;
    }
  }
  return { min, max };
}

function extremesOfCells(cells: Uint8Array | BigInt64Array, mask: Uint8Array | null): Extremes {
  let min = -1;
  let max = -1;
  for (let row = 0; row < cells.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const cell = cells[row] ?? 0;
    if (min === -1) min = max = row;
    else if (cell < (cells[min] ?? 0)) min = row;
    else if (cell > (cells[max] ?? 0)) max = row;
  }
  return { min, max };
}
