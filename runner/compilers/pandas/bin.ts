import type { Frame } from '../../engines/pandas/frame.ts';
import { extremesOf } from '../../engines/pandas/kernels/aggregates/extremes.ts';
import { columnByName, withColumn } from '../../engines/pandas/kernels/columns/column-access.ts';
import { computeCells } from '../../engines/pandas/kernels/columns/compute-cells.ts';
import { toFloats } from '../../engines/pandas/kernels/columns/exact-integers.ts';
import { validMask } from '../../engines/pandas/kernels/columns/null-mask.ts';
import { nullLike } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Bin } from '../../plan/operators/bin.ts';
import { binsOf, type SortedNumbers } from '../bin-edges.ts';

/** Adds the labels of bins. */
export function binFrame(frame: Frame, relation: Bin): Frame {
  const column = columnByName(frame, relation.column);
  const none = nullLike({ type: 'string' }, frame.length);
  if (column.type !== 'integer' && column.type !== 'float') {
    return withColumn(frame, relation.name, none);
  }
  const numbers = column.type === 'integer' ? toFloats(column.values) : column.values;
  const mask = validMask(column);
  const finite = finiteNumbers(numbers, mask);
  if (finite.length === 0) return withColumn(frame, relation.name, none);
  const { inner, labels } = binsOf(relation, inOrder(finite));
  const dictionary = [...new Set(labels)];
  const codeOf = labels.map((label) => dictionary.indexOf(label));
  const codes = computeCells(new Int32Array(frame.length), (row) => {
    const number = numbers[row] ?? NaN;
    const isInBin = Number.isFinite(number) && mask?.[row] !== 0;
    return isInBin ? (codeOf[binAt(inner, number)] ?? -1) : -1;
  });
  return withColumn(frame, relation.name, { type: 'string', codes, dictionary });
}

function finiteNumbers(numbers: Float64Array, mask: Uint8Array | null): Float64Array {
  const finite = new Float64Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] ?? NaN;
    if (Number.isFinite(number) && mask?.[row] !== 0) finite[count++] = number;
  }
  return finite.subarray(0, count);
}

/** The numbers in ascending order. They are sorted for a reader of others than the least and the greatest. */
function inOrder(numbers: Float64Array): SortedNumbers {
  const { length } = numbers;
  const { min, max } = extremesOf({ type: 'float', values: numbers, validity: null });
  const ends = new Map([
    [0, numbers[min] ?? 0],
    [length - 1, numbers[max] ?? 0],
  ]);
  let sorted: Float64Array | null = null;
  return { length, at: (index) => ends.get(index) ?? (sorted ??= numbers.sort())[index] ?? 0 };
}

/** The first bin whose upper edge is not below the number. */
function binAt(inner: readonly number[], number: number): number {
  let [low, high] = [0, inner.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inner[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
