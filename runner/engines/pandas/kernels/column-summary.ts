import type { Column, FloatColumn, IntegerColumn } from '../frame.ts';
import { toFloats } from './exact-integers.ts';
import { columnLength, presentMask } from './null-mask.ts';

/**
 * The values of a column of numbers as floats in the order of the rows, without nulls. Read-only: they are those
 * of the column if it has no nulls.
 */
export function presentNumbers({ values, validity }: FloatColumn | IntegerColumn): Float64Array {
  const numbers = toFloats(values);
  if (validity === null) return numbers;
  const present = new Float64Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length; row++) {
    if (validity[row] !== 0) present[count++] = numbers[row] ?? 0;
  }
  return present.subarray(0, count);
}

/** NaN without numbers. */
export function meanOf(numbers: Float64Array): number {
  let sum = 0;
  // `for of` over a typed array takes several times as long.
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] ?? 0;
  return sum / numbers.length;
}

/** The sample deviation (n - 1); NaN for fewer than two numbers. */
export function deviationOf(numbers: Float64Array): number {
  if (numbers.length < 2) return NaN;
  const mean = meanOf(numbers);
  let squares = 0;
  for (let at = 0; at < numbers.length; at++) {
    const distance = (numbers[at] ?? 0) - mean;
    squares += distance * distance;
  }
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
