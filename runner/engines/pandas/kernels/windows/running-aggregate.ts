import type { RunningAggregate } from '../../../../expressions/window-call.ts';
import type { Column, FloatColumn, IntegerColumn } from '../../frame.ts';
import { packIntegers, toBigints } from '../columns/exact-integers.ts';
import type { GroupedRows } from '../rows/group-rows.ts';
import { asIntegers, checkRange } from '../aggregates/integer-aggregate.ts';
import { validMask } from '../columns/null-mask.ts';
import { sortableCells } from '../aggregates/representative-rows.ts';
import { takeCells } from '../columns/take-rows.ts';

/**
 * An aggregate of the cells of each partition up to the row. A null stays null and is skipped. A sum or
 * product of floats may be NaN.
 * @throws AggregateOverflow when an integer sum or product is beyond 64 bits
 */
export function runningAggregate(
  column: Column,
  partitions: GroupedRows,
  aggregate: RunningAggregate,
): Column {
  if (aggregate === 'min' || aggregate === 'max') return extremes(column, partitions, aggregate);
  return column.type === 'float'
    ? accumulateFloats(column, partitions, aggregate)
    : accumulateIntegers(asIntegers(column), partitions, aggregate);
}

function accumulateFloats(
  { values, validity }: FloatColumn,
  partitions: GroupedRows,
  aggregate: 'sum' | 'prod',
): FloatColumn {
  const out = new Float64Array(values.length);
  const isSum = aggregate === 'sum';
  scan(partitions, validity, isSum ? 0 : 1, (total: number, row) => {
    const value = values[row] ?? 0;
    return (out[row] = isSum ? total + value : total * value);
  });
  return { type: 'float', values: out, validity };
}

function accumulateIntegers(
  column: IntegerColumn,
  partitions: GroupedRows,
  aggregate: 'sum' | 'prod',
): IntegerColumn {
  const values =
    (column.values instanceof Float64Array
      ? smallIntegers(column.values, column, partitions, aggregate)
      : null) ?? bigIntegers(column, partitions, aggregate);
  return { type: 'integer', values, validity: column.validity };
}

/** Null when a result leaves the range in which floats are exact. */
function smallIntegers(
  values: Float64Array,
  { validity }: IntegerColumn,
  partitions: GroupedRows,
  aggregate: 'sum' | 'prod',
): Float64Array | null {
  const out = new Float64Array(values.length);
  const isSum = aggregate === 'sum';
  scan(partitions, validity, isSum ? 0 : 1, (total: number, row) => {
    const value = values[row] ?? 0;
    // + 0 turns -0 into 0.
    return (out[row] = isSum ? total + value : total * value + 0);
  });
  return out.every(Number.isSafeInteger) ? out : null;
}

function bigIntegers(
  { values, validity }: IntegerColumn,
  partitions: GroupedRows,
  aggregate: 'sum' | 'prod',
): Float64Array | BigInt64Array {
  const cells = toBigints(values, validity);
  const out = new BigInt64Array(values.length);
  const isSum = aggregate === 'sum';
  scan(partitions, validity, isSum ? 0n : 1n, (total: bigint, row) => {
    const value = cells[row] ?? 0n;
    return (out[row] = checkRange(isSum ? total + value : total * value));
  });
  return packIntegers(out);
}

/** The cells of the rows that have the minimum or maximum so far. */
function extremes(column: Column, partitions: GroupedRows, side: 'min' | 'max'): Column {
  const cells = sortableCells(column);
  const rows = new Int32Array(partitions.rows.length).fill(-1);
  scan(partitions, validMask(column), -1, (best: number, row) => {
    const cell = cells[row] ?? 0;
    const other = cells[best] ?? cell;
    const isBetter = best === -1 || (side === 'min' ? cell < other : cell > other);
    return (rows[row] = isBetter ? row : best);
  });
  return takeCells(column, rows);
}

/** Folds the rows of each partition in their order and skips those with 0 in the mask. */
function scan<T>(
  { rows, starts }: GroupedRows,
  mask: Uint8Array | null,
  initial: T,
  step: (state: T, row: number) => T,
): void {
  for (let group = 0; group + 1 < starts.length; group++) {
    let state = initial;
    const end = starts[group + 1] ?? 0;
    for (let at = starts[group] ?? 0; at < end; at++) {
      const row = rows[at] ?? 0;
      if (mask === null || mask[row] === 1) state = step(state, row);
    }
  }
}
