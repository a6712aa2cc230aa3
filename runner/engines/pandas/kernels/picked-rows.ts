import type { Column } from '../frame.ts';
import type { Groups } from './group-rows.ts';
import { validMask } from './null-mask.ts';
import { ranksByCodePoint } from './text-order.ts';

/** The first row of each group that is not masked out; -1 where there is none. */
export function firstRows(groups: Groups, mask: Uint8Array | null): Int32Array {
  if (mask === null) return groups.firstRows;
  const rows = new Int32Array(groups.count).fill(-1);
  for (let row = 0; row < groups.codes.length; row++) {
    const group = groups.codes[row] ?? 0;
    if (rows[group] === -1 && mask[row] === 1) rows[group] = row;
  }
  return rows;
}

/** The last row of each group that is not masked out; -1 where there is none. */
export function lastRows(groups: Groups, mask: Uint8Array | null): Int32Array {
  const rows = new Int32Array(groups.count).fill(-1);
  for (let row = 0; row < groups.codes.length; row++) {
    if (mask === null || mask[row] === 1) rows[groups.codes[row] ?? 0] = row;
  }
  return rows;
}

/** The first row of each group that holds its least or greatest cell; -1 where all are null. */
export function extremeRows(column: Column, groups: Groups, side: 'min' | 'max'): Int32Array {
  const mask = validMask(column);
  const rows = firstRows(groups, mask).slice();
  const sortable = sortableCells(column);
  if (side === 'min') pickLess(sortable, groups.codes, mask, rows);
  else pickGreater(sortable, groups.codes, mask, rows);
  return rows;
}

type Sortable = ArrayLike<number> | ArrayLike<bigint>;

function pickLess(
  cells: Sortable,
  codes: Int32Array,
  mask: Uint8Array | null,
  rows: Int32Array,
): void {
  for (let row = 0; row < codes.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const group = codes[row] ?? 0;
    if ((cells[row] ?? 0) < (cells[rows[group] ?? 0] ?? 0)) rows[group] = row;
  }
}

function pickGreater(
  cells: Sortable,
  codes: Int32Array,
  mask: Uint8Array | null,
  rows: Int32Array,
): void {
  for (let row = 0; row < codes.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const group = codes[row] ?? 0;
    if ((cells[row] ?? 0) > (cells[rows[group] ?? 0] ?? 0)) rows[group] = row;
  }
}

/** Cells that compare by `<` as the column's values do; text by code point. */
function sortableCells(column: Column): Sortable {
  if (column.type !== 'string') return column.values;
  const ranks = ranksByCodePoint(column.dictionary);
  return Uint32Array.from(column.codes, (code) => ranks[code] ?? 0);
}
