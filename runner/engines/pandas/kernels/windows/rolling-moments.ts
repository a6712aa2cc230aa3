import type { FloatColumn, IntegerColumn } from '../../frame.ts';
import type { GroupedRows } from '../rows/group-rows.ts';
import { isPresent } from '../columns/null-mask.ts';
import { slidingFold } from './sliding-fold.ts';

/** The number of values, their mean, and the sum of their squared distances from it. */
interface Moments {
  readonly count: number;
  /** The mean is `base + mean`. The parts keep the digits of an integer that a float does not hold. */
  readonly base: number;
  readonly mean: number;
  readonly squares: number;
}

const NONE: Moments = { count: 0, base: 0, mean: 0, squares: 0 };

/** The mean of the window of each row; NaN without values. */
export function rollingMeans(
  column: FloatColumn | IntegerColumn,
  partitions: GroupedRows,
  size: number,
): Float64Array {
  return rollingMoments(column, { partitions, size }, ({ count, base, mean }) =>
    count === 0 ? NaN : base + mean,
  );
}

/** The sample standard deviation (n - 1) of the window of each row; NaN with one value or an infinity. */
export function rollingDeviations(
  column: FloatColumn | IntegerColumn,
  partitions: GroupedRows,
  size: number,
): Float64Array {
  return rollingMoments(column, { partitions, size }, ({ count, squares }) =>
    count < 2 ? NaN : Math.sqrt(squares / (count - 1)),
  );
}

function rollingMoments(
  column: FloatColumn | IntegerColumn,
  { partitions, size }: { readonly partitions: GroupedRows; readonly size: number },
  result: (moments: Moments) => number,
): Float64Array {
  const { values } = column;
  const results = new Float64Array(values.length);
  slidingFold(partitions, size, {
    empty: NONE,
    cell: (row): Moments => (isPresent(column, row) ? momentsOf(values[row] ?? 0) : NONE),
    combine: united,
    emit: (row, moments) => {
      results[row] = result(moments);
    },
  });
  return results;
}

function momentsOf(value: number | bigint): Moments {
  if (typeof value === 'number') {
    return { count: 1, base: 0, mean: value, squares: Number.isFinite(value) ? 0 : NaN };
  }
  const low = BigInt.asUintN(32, value);
  return { count: 1, base: Number(value - low), mean: Number(low), squares: 0 };
}

/** Chan, Golub and LeVeque, Updating Formulae and a Pairwise Algorithm, 1979. */
function united(left: Moments, right: Moments): Moments {
  if (left.count === 0) return right;
  if (right.count === 0) return left;
  const count = left.count + right.count;
  const distance = right.base - left.base + (right.mean - left.mean);
  return {
    count,
    base: left.base,
    mean: left.mean + distance * (right.count / count),
    squares:
      left.squares + right.squares + distance * distance * ((left.count * right.count) / count),
  };
}
