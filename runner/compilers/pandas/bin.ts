import type { Frame } from '../../engines/pandas/frame.ts';
import { columnByName, withColumn } from '../../engines/pandas/kernels/columns/column-access.ts';
import { toFloats } from '../../engines/pandas/kernels/columns/exact-integers.ts';
import { isPresent } from '../../engines/pandas/kernels/columns/null-mask.ts';
import { nullLike } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Bin } from '../../plan/operators/bin.ts';
import { binsOf } from '../bin-edges.ts';

/** Adds the labels of bins. */
export function binFrame(frame: Frame, relation: Bin): Frame {
  const column = columnByName(frame, relation.column);
  const none = nullLike({ type: 'string' }, frame.length);
  if (column.type !== 'integer' && column.type !== 'float') {
    return withColumn(frame, relation.name, none);
  }
  const numbers = column.type === 'integer' ? toFloats(column.values) : column.values;
  const isInBin = (row: number): boolean => Number.isFinite(numbers[row]) && isPresent(column, row);
  const finite = numbers.filter((_, row) => isInBin(row)).sort();
  if (finite.length === 0) return withColumn(frame, relation.name, none);
  const { inner, labels } = binsOf(relation, {
    length: finite.length,
    at: (index) => finite[index] ?? 0,
  });
  const dictionary = [...new Set(labels)];
  const codeOf = labels.map((label) => dictionary.indexOf(label));
  const codes = new Int32Array(frame.length).fill(-1);
  for (let row = 0; row < frame.length; row++) {
    if (isInBin(row)) codes[row] = codeOf[binAt(inner, numbers[row] ?? 0)] ?? -1;
  }
  return withColumn(frame, relation.name, { type: 'string', codes, dictionary });
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
