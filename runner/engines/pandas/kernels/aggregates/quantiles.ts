import type { Column, FloatColumn } from '../../frame.ts';
import { toFloats } from '../columns/exact-integers.ts';
import { nanToNull } from './float-aggregate.ts';
import { computeCells } from '../columns/compute-cells.ts';
import { rowsByGroup, type Groups } from '../rows/group-rows.ts';
import { selectPlace } from './select-place.ts';

/**
 * The value at a share of the sorted values of each group, interpolated linearly between two neighbours.
 * Null for a group without values, and between infinities of both signs.
 * @param column of numbers
 * @param share from 0 to 1
 */
export function quantiles(column: Column, groups: Groups, share: number): FloatColumn {
  if (groups.count === 1) {
    return nanToNull(Float64Array.of(quantileOf(presentNumbers(column), share)));
  }
  const { values, validity } = numbersOf(column);
  const { rows, starts } = rowsByGroup(groups, validity);
  const grouped = computeCells(new Float64Array(rows.length), (at) => values[rows[at] ?? 0] ?? 0);
  const results = new Float64Array(groups.count).map((_zero, group) =>
    quantileOf(grouped.subarray(starts[group], starts[group + 1]), share),
  );
  return nanToNull(results);
}

/** A copy of the values of a column of numbers that are not null, in order. */
export function presentNumbers(column: Column): Float64Array {
  const { values, validity } = numbersOf(column);
  if (validity === null) return values.slice();
  const present = new Float64Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    present[count] = values[row] ?? 0;
    count += validity[row] ?? 0;
  }
  return present.subarray(0, count);
}

function numbersOf(column: Column): Pick<FloatColumn, 'values' | 'validity'> {
  if (column.type !== 'float' && column.type !== 'integer') {
    throw new TypeError(`Expected numbers, got ${column.type}.`);
  }
  return { values: toFloats(column.values), validity: column.validity };
}

/**
 * The values at ascending shares of the sorted numbers; NaN for no numbers.
 * @param numbers none is NaN. They are reordered
 */
export function quantilesOf(numbers: Float64Array, shares: readonly number[]): readonly number[] {
  return valuesAround(numbers, shares).map(({ low, high, place }) =>
    valueBetween(low, high, place),
  );
}

/** The sorted numbers at the whole places below and above a place; NaN for no numbers. */
export interface ValuesAround {
  readonly low: number;
  readonly high: number;
  readonly place: number;
}

/**
 * The numbers around ascending shares of the sorted numbers, in linear time.
 * @param numbers none is NaN. They are reordered
 */
export function valuesAround(
  numbers: Float64Array,
  shares: readonly number[],
): readonly ValuesAround[] {
  // Numbers before an earlier place are not larger than those after it.
  let from = 0;
  return shares.map((share) => {
    const place = placeOf(numbers.length, share);
    const below = Math.floor(place);
    const low = selectPlace(numbers.subarray(from), below - from) ?? NaN;
    from = below;
    const high = below === place ? low : leastFrom(numbers, below + 1);
    return { low, high, place };
  });
}

function quantileOf(numbers: Float64Array, share: number): number {
  return quantilesOf(numbers, [share])[0] ?? NaN;
}

/** The place of a share among sorted numbers, from 0; between two numbers it has a fraction. */
export function placeOf(numbers: number, share: number): number {
  return (numbers - 1) * share;
}

/**
 * The value at a place between the numbers at the whole places below and above it. It is infinite next to an
 * infinity, and NaN between infinities of both signs.
 */
export function valueBetween(low: number, high: number, place: number): number {
  const part = place - Math.floor(place);
  const spread = high - low;
  if (Number.isFinite(spread)) return low + spread * part;
  return low === high ? low : low * (1 - part) + high * part;
}

/** The least of the numbers from a place on. */
function leastFrom(numbers: Float64Array, from: number): number {
  let least = Infinity;
  for (let at = from; at < numbers.length; at++) {
    const number = numbers[at] ?? Infinity;
    if (number < least) least = number;
  }
  return least;
}
