import type { Column, FloatColumn, IntegerColumn } from '../../frame.ts';
import { centeredSquares, compensated, roundingError } from './compensation.ts';
import { toFloats } from '../columns/exact-integers.ts';
import { integerOffsets, type IntegerOffsets } from '../columns/integer-offsets.ts';
import { columnLength, presentMask } from '../columns/null-mask.ts';

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

/**
 * The values of a column as a base and their distances from it, without nulls. Read-only.
 * @param numbers those of the column
 */
export function presentOffsets(
  { values, validity }: FloatColumn | IntegerColumn,
  numbers: Float64Array,
): IntegerOffsets {
  if (values instanceof Float64Array) return { base: 0n, offsets: numbers };
  const { base, offsets } = integerOffsets(values, validity);
  return { base, offsets: presentNumbers({ type: 'float', values: offsets, validity }) };
}

/** The sum, rounded once, by the number of numbers; NaN without any. */
export function meanOf(numbers: Float64Array): number {
  let total = 0;
  let errors = 0;
  // `for of` over a typed array takes several times as long.
  for (let at = 0; at < numbers.length; at++) {
    const before = total;
    const number = numbers[at] ?? 0;
    total += number;
    errors += roundingError(before, number, total);
  }
  return compensated(total, errors) / numbers.length;
}

/** The sample deviation (n - 1); NaN for fewer than two numbers. @param mean their mean */
export function deviationOf(numbers: Float64Array, mean = meanOf(numbers)): number {
  if (numbers.length < 2) return NaN;
  let squares = 0;
  let distances = 0;
  for (let at = 0; at < numbers.length; at++) {
    const distance = (numbers[at] ?? 0) - mean;
    squares += distance * distance;
    distances += distance;
  }
  const { length } = numbers;
  return Math.sqrt(centeredSquares(squares, distances, length) / (length - 1));
}

/** The number of cells that are not null. It does not load a deferred column. */
export function presentCount(column: Column): number {
  const mask = presentMask(column);
  if (mask === null) return columnLength(column);
  let count = 0;
  for (let row = 0; row < mask.length; row++) count += mask[row] ?? 0;
  return count;
}
