import type { FloatColumn, IntegerColumn, Validity } from '../frame.ts';
import { toFloats } from './exact-integers.ts';
import { groupSizes, rowsByGroup, type Groups } from './group-rows.ts';
import { computeCells } from './compute-cells.ts';

/** Aggregates in floating point. NaN is null; for a group without values, all but the sum are null. */
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
      return nanToNull(sums(cells));
    case 'prod':
      return nanToNull(requireCells(products(cells), cells.sizes, 1));
    case 'mean':
      return nanToNull(means(cells));
    case 'median':
      return nanToNull(medians(cells));
    case 'var':
      return nanToNull(variances(cells));
    case 'std':
      return nanToNull(variances(cells).map(Math.sqrt));
  }
}

interface Cells {
  readonly values: Float64Array;
  readonly validity: Validity;
  readonly groups: Groups;
  /** The number of non-null cells of each group. */
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

/** NaN (0/0) for groups without values. */
function means(cells: Cells): Float64Array {
  return sums(cells).map((sum, group) => sum / (cells.sizes[group] ?? 0));
}

/** Sample variances (n - 1). */
function variances(cells: Cells): Float64Array {
  const { values, validity, groups, sizes } = cells;
  const mean = means(cells);
  const squares = new Float64Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    const distance = (values[row] ?? 0) - (mean[group] ?? 0);
    squares[group] = (squares[group] ?? 0) + distance * distance;
  }
  return requireCells(
    squares.map((square, group) => square / ((sizes[group] ?? 0) - 1)),
    sizes,
    2,
  );
}

function medians({ values, validity, groups }: Cells): Float64Array {
  const { rows, starts } = rowsByGroup(groups, validity);
  const grouped = computeCells(new Float64Array(rows.length), (at) => values[rows[at] ?? 0] ?? 0);
  return new Float64Array(groups.count).map((_zero, group) => {
    const members = grouped.subarray(starts[group], starts[group + 1]).sort();
    const upper = members[members.length >> 1] ?? NaN;
    if (members.length % 2 === 1) return upper;
    return (members[(members.length >> 1) - 1] ?? NaN) / 2 + upper / 2;
  });
}

/** Replaces the results of groups with fewer than `minCells` cells by NaN. */
function requireCells(results: Float64Array, sizes: Int32Array, minCells: number): Float64Array {
  return results.map((result, group) => ((sizes[group] ?? 0) < minCells ? NaN : result));
}

/** A column in which NaN is null. */
export function nanToNull(results: Float64Array): FloatColumn {
  const validity = results.some(Number.isNaN)
    ? computeCells(new Uint8Array(results.length), (at) => (Number.isNaN(results[at]) ? 0 : 1))
    : null;
  return { type: 'float', values: results, validity };
}
