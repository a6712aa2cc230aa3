import type { Column, FloatColumn } from '../frame.ts';
import { toFloats } from './exact-integers.ts';
import { nanToNull } from './float-aggregate.ts';
import { rowsByGroup, type Groups } from './group-rows.ts';

/**
 * The value at a share of the sorted values of each group, interpolated linearly between two neighbours.
 * Null for a group without values, and between infinities of both signs.
 * @param column of numbers
 * @param share from 0 to 1
 */
export function quantiles(column: Column, groups: Groups, share: number): FloatColumn {
  if (column.type !== 'float' && column.type !== 'integer') {
    throw new TypeError(`Expected numbers, got ${column.type}.`);
  }
  const values = toFloats(column.values);
  const { rows, starts } = rowsByGroup(groups, column.validity);
  const grouped = Float64Array.from(rows, (row) => values[row] ?? 0);
  const results = new Float64Array(groups.count).map((_zero, group) =>
    quantileOf(grouped.subarray(starts[group], starts[group + 1]).sort(), share),
  );
  return nanToNull(results);
}

/** NaN for no numbers. */
function quantileOf(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - below);
}
