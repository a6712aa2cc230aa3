import type { FloatColumn, IntegerColumn } from '../frame.ts';
import { toFloats } from './exact-integers.ts';
import type { GroupedRows } from './group-rows.ts';
import { isPresent } from './null-mask.ts';
import { slidingFold } from './sliding-fold.ts';

/** The number of values, their mean, and the sum of their squared distances from it. */
interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

const NONE: Moments = { count: 0, mean: 0, squares: 0 };

/** The sample standard deviation (n - 1) of the window of each row; NaN with one value or an infinity. */
export function rollingDeviations(
  column: FloatColumn | IntegerColumn,
  partitions: GroupedRows,
  size: number,
): Float64Array {
  const values = toFloats(column.values);
  const deviations = new Float64Array(values.length);
  slidingFold(partitions, size, {
    empty: NONE,
    cell: (row): Moments => {
      if (!isPresent(column, row)) return NONE;
      const mean = values[row] ?? 0;
      return { count: 1, mean, squares: Number.isFinite(mean) ? 0 : NaN };
    },
    combine: united,
    emit: (row, { count, squares }) => {
      deviations[row] = count < 2 ? NaN : Math.sqrt(squares / (count - 1));
    },
  });
  return deviations;
}

/** Chan, Golub and LeVeque, Updating Formulae and a Pairwise Algorithm, 1979. */
function united(left: Moments, right: Moments): Moments {
  if (left.count === 0) return right;
  if (right.count === 0) return left;
  const count = left.count + right.count;
  const distance = right.mean - left.mean;
  return {
    count,
    mean: left.mean + distance * (right.count / count),
    squares:
      left.squares + right.squares + distance * distance * ((left.count * right.count) / count),
  };
}
