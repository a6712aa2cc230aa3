import type { FloatColumn, IntegerColumn, Validity } from '../frame.ts';
import { toFloats } from './exact-integers.ts';
import { groupSizes, rowsByGroup, type Groups } from './group-rows.ts';

/** Aggregates in floating point. NaN (of infinities) is null; of nothing, only the sum is not null. */
export function floatAggregate(
  column: FloatColumn | IntegerColumn,
  groups: Groups,
  aggregate: 'sum' | 'prod' | 'mean' | 'median' | 'std' | 'var',
): FloatColumn {
  const cells: Cells = {
    values: toFloats(column.values),
    validity: column.validity,
    groups,
    sizes: groupSizes(groups, column.validity),
  };
  switch (aggregate) {
    case 'sum':
      return withoutNaN(sums(cells));
    case 'prod':
      return withoutNaN(orNull(products(cells), cells.sizes, 1));
    case 'mean':
      return withoutNaN(means(cells));
    case 'median':
      return withoutNaN(medians(cells));
    case 'var':
      return withoutNaN(variances(cells));
    case 'std':
      return withoutNaN(variances(cells).map(Math.sqrt));
  }
}

interface Cells {
  readonly values: Float64Array;
  readonly validity: Validity;
  readonly groups: Groups;
  /** Cells in each group that are not null. */
  readonly sizes: Int32Array;
}

function sums({ values, validity, groups }: Cells): Float64Array {
  const totals = new Float64Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    totals[group] = (totals[group] ?? 0) + (values[row] ?? 0);
  }
  return totals;
}

function products({ values, validity, groups }: Cells): Float64Array {
  const totals = new Float64Array(groups.count).fill(1);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    totals[group] = (totals[group] ?? 1) * (values[row] ?? 1);
  }
  return totals;
}

/** 0/0 makes NaN of nothing. */
function means(cells: Cells): Float64Array {
  return sums(cells).map((sum, group) => sum / (cells.sizes[group] ?? 0));
}

/** Squared distances from the mean, over n - 1. */
function variances(cells: Cells): Float64Array {
  const { values, validity, groups, sizes } = cells;
  const centre = means(cells);
  const squares = new Float64Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    const distance = (values[row] ?? 0) - (centre[group] ?? 0);
    squares[group] = (squares[group] ?? 0) + distance * distance;
  }
  return orNull(
    squares.map((square, group) => square / ((sizes[group] ?? 0) - 1)),
    sizes,
    2,
  );
}

function medians({ values, validity, groups }: Cells): Float64Array {
  const { rows, starts } = rowsByGroup(groups, validity);
  const grouped = Float64Array.from(rows, (row) => values[row] ?? 0);
  return new Float64Array(groups.count).map((_zero, group) => {
    const members = grouped.subarray(starts[group], starts[group + 1]).sort();
    const upper = members[members.length >> 1] ?? NaN;
    if (members.length % 2 === 1) return upper;
    return (members[(members.length >> 1) - 1] ?? NaN) / 2 + upper / 2;
  });
}

/** NaN for groups of fewer than `least` cells. */
function orNull(results: Float64Array, sizes: Int32Array, least: number): Float64Array {
  return results.map((result, group) => ((sizes[group] ?? 0) < least ? NaN : result));
}

function withoutNaN(results: Float64Array): FloatColumn {
  const validity = results.some(Number.isNaN)
    ? Uint8Array.from(results, (result) => (Number.isNaN(result) ? 0 : 1))
    : null;
  return { type: 'float', values: results, validity };
}
