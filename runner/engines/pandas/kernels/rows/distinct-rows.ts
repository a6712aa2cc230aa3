import type { Column } from '../../frame.ts';
import { groupRows, groupSizes, type Groups } from './group-rows.ts';
import { lastRows } from '../aggregates/representative-rows.ts';

/** Which of several equal rows to keep. `none` drops all of them. */
export type KeepDuplicate = 'first' | 'last' | 'none';

/** The row numbers that remain after dropping rows with duplicate keys, in order. Nulls are equal. */
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
      return lastRows(groups, null).sort();
    case 'none':
      return singleRows(groups);
  }
}

function singleRows(groups: Groups): Int32Array {
  const sizes = groupSizes(groups, null);
  return groups.firstRows.filter((_row, group) => sizes[group] === 1);
}

/** The row numbers of all copies of rows with duplicate keys, in order. Nulls are equal. */
export function duplicateRows(keys: readonly Column[], length: number): Int32Array {
  const groups = groupRows(keys, length);
  if (groups.count === length) return new Int32Array(0);
  const sizes = groupSizes(groups, null);
  const rows = new Int32Array(length);
  let found = 0;
  for (let row = 0; row < length; row++) {
    if ((sizes[groups.codes[row] ?? 0] ?? 0) > 1) rows[found++] = row;
  }
  return rows.slice(0, found);
}
