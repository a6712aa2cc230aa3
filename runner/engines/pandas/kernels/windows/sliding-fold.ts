import type { GroupedRows } from '../rows/group-rows.ts';

/** How the cells of a window are combined. */
export interface Fold<T> {
  /** The result of no cells. */
  readonly empty: T;
  readonly cell: (row: number) => T;
  /** Associative; the left cells precede the right ones. */
  readonly combine: (left: T, right: T) => T;
  /** Receives the result of the window that ends with the row. */
  readonly emit: (row: number, result: T) => void;
}

/**
 * Combines the cells of the last `size` rows of each partition for each row, in linear time. Nothing is ever
 * subtracted: each partition is divided into blocks of `size` rows, and a window is the end of one block and
 * the start of the next. So a large value or an infinity leaves no trace after its window.
 */
export function slidingFold<T>({ rows, starts }: GroupedRows, size: number, fold: Fold<T>): void {
  for (let group = 0; group + 1 < starts.length; group++) {
    const end = starts[group + 1] ?? 0;
    let ends: readonly T[] = [];
    for (let start = starts[group] ?? 0; start < end; start += size) {
      ends = foldBlock(rows, { start, end: Math.min(start + size, end) }, ends, fold);
    }
  }
}

/**
 * @param block places of rows, the end exclusive
 * @param ends by place in the previous block: the combination of its cells from there to its end
 * @returns the same of this block
 */
function foldBlock<T>(
  rows: Int32Array,
  { start, end }: { readonly start: number; readonly end: number },
  ends: readonly T[],
  { empty, cell, combine, emit }: Fold<T>,
): readonly T[] {
  const cells: T[] = [];
  let head = empty;
  for (let at = start; at < end; at++) {
    const row = rows[at] ?? 0;
    const own = cell(row);
    cells.push(own);
    head = combine(head, own);
    const place = at - start + 1;
    // A read beyond the end of an array is slow.
    emit(row, combine(place < ends.length ? (ends[place] ?? empty) : empty, head));
  }
  for (let place = cells.length - 2; place >= 0; place--) {
    cells[place] = combine(cells[place] ?? empty, cells[place + 1] ?? empty);
  }
  return cells;
}
