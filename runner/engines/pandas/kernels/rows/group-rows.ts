import type { Column } from '../../frame.ts';
import { denseRowCodes, type DenseCodes } from './dense-codes.ts';

/** Groups of rows with equal keys, numbered by first appearance. Null is a key. */
export interface Groups {
  readonly count: number;
  /** The group of each row. */
  readonly codes: Int32Array;
  /** The first row of each group. */
  readonly firstRows: Int32Array;
}

/** Groups rows by keys in linear time. Without keys, all rows are in one group. */
export function groupRows(keys: readonly Column[], length: number): Groups {
  const codes = denseRowCodes(keys, length);
  return { ...codes, firstRows: firstRowOfEach(codes) };
}

/** The first row of each code, in the order of the codes. */
export function firstRowOfEach({ codes, count }: DenseCodes): Int32Array {
  const rows = new Int32Array(count);
  // Codes are assigned in order of first appearance, so the next new code is the next number.
  let seen = 0;
  for (let row = 0; seen < count; row++) {
    if (codes[row] === seen) rows[seen++] = row;
  }
  return rows;
}

/** Row numbers ordered by group; within a group, in the order of the rows. */
export interface GroupedRows {
  readonly rows: Int32Array;
  /** Group `g` has the rows from `starts[g]` to `starts[g + 1]` (exclusive). */
  readonly starts: Int32Array;
}

/**
 * Orders row numbers by group.
 * @param mask rows with 0 are omitted
 * @param order all row numbers in the order that they have within a group; default: ascending
 */
export function rowsByGroup(
  { count, codes }: DenseCodes,
  mask: Uint8Array | null,
  order: Int32Array | null = null,
): GroupedRows {
  const starts = groupStarts(groupSizes({ count, codes }, mask));
  const next = starts.slice();
  const rows = new Int32Array(starts[count] ?? 0);
  for (let at = 0; at < codes.length; at++) {
    const row = order === null ? at : (order[at] ?? 0);
    if (mask !== null && mask[row] === 0) continue;
    const group = codes[row] ?? 0;
    const target = next[group] ?? 0;
    rows[target] = row;
    next[group] = target + 1;
  }
  return { rows, starts };
}

/** The number of rows of each group. @param mask rows with 0 are not counted */
export function groupSizes({ count, codes }: DenseCodes, mask: Uint8Array | null): Int32Array {
  const sizes = new Int32Array(count);
  for (let row = 0; row < codes.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const group = codes[row] ?? 0;
    sizes[group] = (sizes[group] ?? 0) + 1;
  }
  return sizes;
}

function groupStarts(sizes: Int32Array): Int32Array {
  const starts = new Int32Array(sizes.length + 1);
  let start = 0;
  for (let group = 0; group < sizes.length; group++) {
    start += sizes[group] ?? 0;
    starts[group + 1] = start;
  }
  return starts;
}
