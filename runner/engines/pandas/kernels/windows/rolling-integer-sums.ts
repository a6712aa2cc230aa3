import type { IntegerColumn } from '../../frame.ts';
import { packIntegers, toBigints } from '../columns/exact-integers.ts';
import type { GroupedRows } from '../rows/group-rows.ts';
import { checkRange } from '../aggregates/integer-aggregate.ts';

/**
 * The exact sum of the last `size` rows of a partition for each row; a null counts as 0. The sums of rows
 * without a result are arbitrary.
 * @throws AggregateOverflow when a sum of a row with a result is beyond 64 bits
 */
export function rollingIntegerSums(
  { values, validity }: IntegerColumn,
  windows: Windows,
): IntegerColumn {
  const { size } = windows;
  const longest = Math.min(size, values.length);
  const isSmall = values instanceof Float64Array && sumIsSafe(values, validity, longest);
  return {
    type: 'integer',
    values: isSmall
      ? smallSums(values, validity, windows)
      : bigSums(toBigints(values, validity), windows),
    validity: null,
  };
}

interface Windows {
  readonly partitions: GroupedRows;
  readonly size: number;
  /** 1 for each row that has a result. */
  readonly enough: Uint8Array;
}

/** Whether every sum of so many cells is exact in floats. */
function sumIsSafe(values: Float64Array, validity: Uint8Array | null, cells: number): boolean {
  let largest = 0;
  for (let row = 0; row < values.length; row++) {
    if (validity === null || validity[row] === 1) {
      largest = Math.max(largest, Math.abs(values[row] ?? 0));
    }
  }
  return largest * cells <= Number.MAX_SAFE_INTEGER;
}

function smallSums(
  values: Float64Array,
  validity: Uint8Array | null,
  { partitions: { rows, starts }, size }: Windows,
): Float64Array {
  const sums = new Float64Array(values.length);
  const cell = (row: number): number =>
    validity === null || validity[row] === 1 ? (values[row] ?? 0) : 0;
  for (let group = 0; group + 1 < starts.length; group++) {
    const start = starts[group] ?? 0;
    const end = starts[group + 1] ?? 0;
    let sum = 0;
    for (let at = start; at < end; at++) {
      const row = rows[at] ?? 0;
      sum += cell(row);
      if (at - size >= start) sum -= cell(rows[at - size] ?? 0);
      sums[row] = sum;
    }
  }
  return sums;
}

function bigSums(
  values: BigInt64Array,
  { partitions: { rows, starts }, size, enough }: Windows,
): Float64Array | BigInt64Array {
  const sums = new BigInt64Array(values.length);
  const cell = (row: number): bigint => values[row] ?? 0n;
  for (let group = 0; group + 1 < starts.length; group++) {
    const start = starts[group] ?? 0;
    const end = starts[group + 1] ?? 0;
    let sum = 0n;
    for (let at = start; at < end; at++) {
      const row = rows[at] ?? 0;
      sum += cell(row);
      if (at - size >= start) sum -= cell(rows[at - size] ?? 0);
      if (enough[row] === 1) sums[row] = checkRange(sum);
    }
  }
  return packIntegers(sums);
}
