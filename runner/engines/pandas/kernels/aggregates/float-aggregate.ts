import type { FloatColumn, IntegerColumn } from '../../frame.ts';
import { toFloats } from '../columns/exact-integers.ts';
import { groupMeans, groupSums, groupVariances, type GroupedNumbers } from './group-moments.ts';
import { groupSizes, rowsByGroup, type Groups } from '../rows/group-rows.ts';
import { plusBase } from '../../../plus-base.ts';
import { midpoint } from './midpoint.ts';
import { firstRows } from './representative-rows.ts';
import { computeCells } from '../columns/compute-cells.ts';

/**
 * Aggregates in floating point. NaN is null; for a group without values, all but the sum are null. Means and
 * deviations of integers are as exact near ±2^63 as near 0.
 */
export function floatAggregate(
  column: FloatColumn | IntegerColumn,
  groups: Groups,
  aggregate: 'sum' | 'prod' | 'mean' | 'median' | 'std' | 'var',
): FloatColumn {
  const { validity } = column;
  const sizes = groupSizes(groups, validity);
  const rounded = (): GroupedNumbers => {
    return { values: toFloats(column.values), validity, groups, sizes };
  };
  switch (aggregate) {
    case 'sum':
      return nanToNull(groupSums(rounded()));
    case 'prod':
      return nanToNull(products(rounded()));
    case 'median':
      return nanToNull(medians(rounded()));
    case 'mean':
      return nanToNull(means(fromBases(column, groups, sizes)));
    case 'var':
      return nanToNull(groupVariances(fromBases(column, groups, sizes)));
    case 'std':
      return nanToNull(groupVariances(fromBases(column, groups, sizes)).map(Math.sqrt));
  }
}

/** Numbers, each group of them less its base. */
interface BasedNumbers extends GroupedNumbers {
  /** The integer of each group that was subtracted. Null: none was. */
  readonly bases: BigInt64Array | null;
}

function fromBases(
  { values, validity }: FloatColumn | IntegerColumn,
  groups: Groups,
  sizes: Int32Array,
): BasedNumbers {
  if (values instanceof Float64Array) return { values, validity, groups, sizes, bases: null };
  const bases = BigInt64Array.from(firstRows(groups, validity), (row) => values[row] ?? 0n);
  const offsets = computeCells(new Float64Array(values.length), (row) =>
    Number((values[row] ?? 0n) - (bases[groups.codes[row] ?? 0] ?? 0n)),
  );
  return { values: offsets, validity, groups, sizes, bases };
}

function means(numbers: BasedNumbers): Float64Array {
  const { bases } = numbers;
  const offsets = groupMeans(numbers);
  if (bases === null) return offsets;
  return offsets.map((offset, group) => plusBase(bases[group] ?? 0n, offset));
}

/** NaN for groups without values. */
function products({ values, validity, groups, sizes }: GroupedNumbers): Float64Array {
  const totals = new Float64Array(groups.count).fill(1);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    totals[group] = (totals[group] ?? 1) * (values[row] ?? 1);
  }
  return totals.map((total, group) => (sizes[group] === 0 ? NaN : total));
}

function medians({ values, validity, groups }: GroupedNumbers): Float64Array {
  const { rows, starts } = rowsByGroup(groups, validity);
  const grouped = computeCells(new Float64Array(rows.length), (at) => values[rows[at] ?? 0] ?? 0);
  return new Float64Array(groups.count).map((_zero, group) => {
    const members = grouped.subarray(starts[group], starts[group + 1]).sort();
    const upper = members[members.length >> 1] ?? NaN;
    if (members.length % 2 === 1) return upper;
    return midpoint(members[(members.length >> 1) - 1] ?? NaN, upper);
  });
}

/** A column in which NaN is null. */
export function nanToNull(results: Float64Array): FloatColumn {
  const validity = results.some(Number.isNaN)
    ? computeCells(new Uint8Array(results.length), (at) => (Number.isNaN(results[at]) ? 0 : 1))
    : null;
  return { type: 'float', values: results, validity };
}
