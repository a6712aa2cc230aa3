import type { Column } from '../frame.ts';
import { groupRows, groupSizes, type Groups } from './group-rows.ts';

/** Which row of several equal ones stays: `none` drops all of them. */
export type KeepDuplicate = 'first' | 'last' | 'none';

/** Rows that stay when equal keys are dropped, in their order. Nulls are equal. Linear in the rows. */
export function distinctRows(
  keys: readonly Column[],
  length: number,
  keep: KeepDuplicate,
): Int32Array {
  const groups = groupRows(keys, length);
  switch (keep) {
    case 'first':
      return groups.firstRows;
    case 'last':
      return lastRows(groups);
    case 'none':
      return singleRows(groups);
  }
}

function lastRows({ codes, count }: Groups): Int32Array {
  const rows = new Int32Array(count);
  for (let row = 0; row < codes.length; row++) rows[codes[row] ?? 0] = row;
  return rows.sort();
}

function singleRows(groups: Groups): Int32Array {
  const sizes = groupSizes(groups, null);
  return groups.firstRows.filter((_row, group) => sizes[group] === 1);
}
