import type { Validity } from '../../frame.ts';
import { centeredSquares, compensated, roundingError } from './compensation.ts';
import type { Groups } from '../rows/group-rows.ts';

/** Numbers in groups. */
export interface GroupedNumbers {
  readonly values: Float64Array;
  readonly validity: Validity;
  readonly groups: Groups;
  /** The number of non-null cells of each group. */
  readonly sizes: Int32Array;
}

// The loops keep the two totals of a group beside each other: in two arrays they take half as long again.

/** The sum of each group, rounded once. */
export function groupSums({ values, validity, groups }: GroupedNumbers): Float64Array {
  const totals = new Float64Array(groups.count * 2);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const place = (groups.codes[row] ?? 0) * 2;
    const value = values[row] ?? 0;
    const before = totals[place] ?? 0;
    const total = before + value;
    totals[place] = total;
    totals[place + 1] = (totals[place + 1] ?? 0) + roundingError(before, value, total);
  }
  return ofPairs(totals, compensated);
}

/** NaN (0/0) for groups without values. */
export function groupMeans(numbers: GroupedNumbers): Float64Array {
  return groupSums(numbers).map((sum, group) => sum / (numbers.sizes[group] ?? 0));
}

/** Sample variances (n - 1); NaN for groups with fewer than two values. */
export function groupVariances(numbers: GroupedNumbers): Float64Array {
  const { values, validity, groups, sizes } = numbers;
  const means = groupMeans(numbers);
  const totals = new Float64Array(groups.count * 2);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    const place = group * 2;
    const distance = (values[row] ?? 0) - (means[group] ?? 0);
    totals[place] = (totals[place] ?? 0) + distance * distance;
    totals[place + 1] = (totals[place + 1] ?? 0) + distance;
  }
  return ofPairs(totals, (squares, distances, group) => {
    const size = sizes[group] ?? 0;
    return size < 2 ? NaN : centeredSquares(squares, distances, size) / (size - 1);
  });
}

function ofPairs(
  pairs: Float64Array,
  result: (first: number, second: number, group: number) => number,
): Float64Array {
  return new Float64Array(pairs.length / 2).map((_zero, group) =>
    result(pairs[group * 2] ?? 0, pairs[group * 2 + 1] ?? 0, group),
  );
}
