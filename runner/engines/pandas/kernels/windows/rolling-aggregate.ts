import type { RollingWindow } from '../../../../expressions/window-call.ts';
import type { Column, FloatColumn, IntegerColumn } from '../../frame.ts';
import { toFloats } from '../columns/exact-integers.ts';
import type { GroupedRows } from '../rows/group-rows.ts';
import { isPresent } from '../columns/null-mask.ts';
import { rollingIntegerSums } from './rolling-integer-sums.ts';
import { rollingMedians } from './rolling-medians.ts';
import { rollingDeviations, rollingMeans } from './rolling-moments.ts';
import { slidingFold } from './sliding-fold.ts';
import { takeCells } from '../columns/take-rows.ts';
import { computeCells } from '../columns/compute-cells.ts';

/**
 * An aggregate of the values in the rows before and at each row of a partition, `size` rows in all. Null with
 * fewer values than `minValues`. A result in floats may be NaN.
 * @throws AggregateOverflow when a sum of integers is beyond 64 bits
 */
export function rollingAggregate(
  column: Column,
  partitions: GroupedRows,
  window: RollingWindow,
): Column {
  if (column.type !== 'integer' && column.type !== 'float') {
    throw new TypeError(`Column type ${column.type} has no rolling aggregates.`);
  }
  const counts = valueCounts(column, partitions, window.size);
  const enough = computeCells(new Uint8Array(counts.length), (row) =>
    (counts[row] ?? 0) >= window.minValues ? 1 : 0,
  );
  const result = aggregated(column, partitions, { window, counts, enough });
  return { ...result, validity: enough.includes(0) ? enough : null } as Column;
}

function aggregated(
  column: IntegerColumn | FloatColumn,
  partitions: GroupedRows,
  {
    window,
    counts,
    enough,
  }: {
    readonly window: RollingWindow;
    readonly counts: Int32Array;
    /** 1 for each row that has a result. */
    readonly enough: Uint8Array;
  },
): Column {
  const { aggregate, size } = window;
  switch (aggregate) {
    case 'min':
    case 'max':
      return extremes(column, partitions, { aggregate, size });
    case 'sum':
      if (column.type === 'integer') {
        return rollingIntegerSums(column, { partitions, size, enough });
      }
      return floats(sums(column, partitions, size, 1));
    case 'mean':
      return floats(means(column, partitions, { size, counts }));
    case 'std':
      return floats(rollingDeviations(column, partitions, size));
    case 'median':
      return floats(rollingMedians(column, partitions, size));
  }
}

function floats(values: Float64Array): FloatColumn {
  return { type: 'float', values, validity: null };
}

/** The number of values in the window of each row. */
function valueCounts(column: Column, { rows, starts }: GroupedRows, size: number): Int32Array {
  const counts = new Int32Array(rows.length);
  for (let group = 0; group + 1 < starts.length; group++) {
    const start = starts[group] ?? 0;
    const end = starts[group + 1] ?? 0;
    let count = 0;
    for (let at = start; at < end; at++) {
      const row = rows[at] ?? 0;
      if (isPresent(column, row)) count++;
      if (at - size >= start && isPresent(column, rows[at - size] ?? 0)) count--;
      counts[row] = count;
    }
  }
  return counts;
}

/** Keeps sums of the largest floats in range, and loses nothing of a float above 1e-288. */
const SCALE = 2 ** -64;

/** The sums of the windows, multiplied by a scale. */
function sums(
  column: IntegerColumn | FloatColumn,
  partitions: GroupedRows,
  size: number,
  scale: number,
): Float64Array {
  const values = toFloats(column.values);
  const out = new Float64Array(values.length);
  slidingFold(partitions, size, {
    empty: 0,
    cell: (row): number => (isPresent(column, row) ? (values[row] ?? 0) * scale : 0),
    combine: (left, right) => left + right,
    emit: (row, sum) => (out[row] = sum),
  });
  return out;
}

/** The mean of a window whose sum leaves the range of floats is in range. */
function means(
  column: IntegerColumn | FloatColumn,
  partitions: GroupedRows,
  { size, counts }: { readonly size: number; readonly counts: Int32Array },
): Float64Array {
  // Floats round these integers, and their sums.
  if (column.values instanceof BigInt64Array) return rollingMeans(column, partitions, size);
  const plain = sums(column, partitions, size, 1);
  const scaled = plain.every(Number.isFinite) ? plain : sums(column, partitions, size, SCALE);
  return plain.map((sum, row) => {
    const count = counts[row] ?? 0;
    return Number.isFinite(sum) ? sum / count : (scaled[row] ?? 0) / count / SCALE;
  });
}

/** The cells of the rows with the minimum or maximum of their window. */
function extremes(
  column: IntegerColumn | FloatColumn,
  partitions: GroupedRows,
  { aggregate, size }: { readonly aggregate: 'min' | 'max'; readonly size: number },
): Column {
  const { values } = column;
  const best = new Int32Array(values.length);
  const isBetter = (one: number, other: number): boolean => {
    const [left = 0, right = 0] = [values[one], values[other]];
    return aggregate === 'min' ? left < right : left > right;
  };
  slidingFold(partitions, size, {
    empty: -1,
    cell: (row): number => (isPresent(column, row) ? row : -1),
    combine: (left, right) => {
      if (left === -1) return right;
      return right !== -1 && isBetter(right, left) ? right : left;
    },
    emit: (row, found) => (best[row] = found),
  });
  return takeCells(column, best);
}
