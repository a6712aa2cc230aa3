import type { Column } from '../../frame.ts';
import type { Groups } from '../rows/group-rows.ts';
import { validMask } from '../columns/null-mask.ts';
import { ranksByCodePoint } from '../columns/text-order.ts';
import { computeCells } from '../columns/compute-cells.ts';

/** The first unmasked row of each group; -1 for a group without one. */
export function firstRows(groups: Groups, mask: Uint8Array | null): Int32Array {
  if (mask === null) return groups.firstRows;
  const rows = new Int32Array(groups.count).fill(-1);
  for (let row = 0; row < groups.codes.length; row++) {
    const group = groups.codes[row] ?? 0;
    if (rows[group] === -1 && mask[row] === 1) rows[group] = row;
  }
  return rows;
}

/** The last unmasked row of each group; -1 for a group without one. */
export function lastRows(groups: Groups, mask: Uint8Array | null): Int32Array {
  const rows = new Int32Array(groups.count).fill(-1);
  for (let row = 0; row < groups.codes.length; row++) {
    if (mask === null || mask[row] === 1) rows[groups.codes[row] ?? 0] = row;
  }
  return rows;
}

/** The first row of each group with its minimum or maximum; -1 for a group of nulls. */
export function extremeRows(column: Column, groups: Groups, side: 'min' | 'max'): Int32Array {
  const mask = validMask(column);
  const rows = firstRows(groups, mask).slice();
  const sortable = sortableCells(column);
  if (side === 'min') selectMinimum(sortable, groups.codes, mask, rows);
  else selectMaximum(sortable, groups.codes, mask, rows);
  return rows;
}

type Sortable = ArrayLike<number> | ArrayLike<bigint>;

function selectMinimum(
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

function selectMaximum(
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

/** Cells that compare by `<` like the values of the column; texts by code point. */
export function sortableCells(column: Column): Sortable {
  if (column.type !== 'string') return column.values;
  const { codes } = column;
  const ranks = ranksByCodePoint(column.dictionary);
  return computeCells(new Uint32Array(codes.length), (row) => ranks[codes[row] ?? -1] ?? 0);
}
