import type { Column, FloatColumn, IntegerColumn } from '../frame.ts';
import { denseCodes } from './dense-codes.ts';
import { toFloats } from './exact-integers.ts';
import { columnLength, presentMask, validMask } from './null-mask.ts';
import { sortableCells } from './representative-rows.ts';

/** The values of a column of numbers as floats in the order of the rows, without nulls. It is a copy. */
export function presentNumbers({ values, validity }: FloatColumn | IntegerColumn): Float64Array {
  const numbers = toFloats(values);
  if (validity === null) return numbers.slice();
  const present = new Float64Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length; row++) {
    if (validity[row] !== 0) present[count++] = numbers[row] ?? 0;
  }
  return present.subarray(0, count);
}

/** The number of distinct values without null. */
export function distinctCount(column: Column): number {
  const { count } = denseCodes(column);
  const hasNull = validMask(column)?.includes(0) ?? false;
  return hasNull ? count - 1 : count;
}

/** The first rows with the minimum and the maximum; -1 for a column of nulls. */
export function extremesOf(column: Column): { readonly min: number; readonly max: number } {
  const mask = validMask(column);
  const cells = sortableCells(column);
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

/** NaN without numbers. */
export function meanOf(numbers: Float64Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum / numbers.length;
}

/** The sample deviation (n - 1); NaN for fewer than two numbers. */
export function deviationOf(numbers: Float64Array): number {
  if (numbers.length < 2) return NaN;
  const mean = meanOf(numbers);
  let squares = 0;
  for (const number of numbers) squares += (number - mean) * (number - mean);
  return Math.sqrt(squares / (numbers.length - 1));
}

/** The number of cells that are not null. It does not load a deferred column. */
export function presentCount(column: Column): number {
  const mask = presentMask(column);
  if (mask === null) return columnLength(column);
  let count = 0;
  for (const byte of mask) count += byte;
  return count;
}
