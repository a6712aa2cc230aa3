import type { Column } from '../../frame.ts';
import { denseRowCodes } from '../rows/dense-codes.ts';
import { rowsByGroup, type GroupedRows } from '../rows/group-rows.ts';
import { sortedOrder } from '../rows/sort-frame.ts';

/** How the rows of a partition are sorted. Nulls are last in both directions. */
export interface RowOrder {
  readonly keys: readonly Column[];
  readonly descending: boolean;
}

/**
 * The row numbers partition by partition, each in its order, in linear time. Null is a partition key. Rows
 * without an order, and ties, are in the order of the input.
 */
export function windowRows(
  partition: readonly Column[],
  order: RowOrder | null,
  length: number,
): GroupedRows {
  const sorted =
    order === null
      ? null
      : sortedOrder(
          order.keys.map((column) => ({ column, descending: order.descending })),
          length,
          'last',
        );
  return rowsByGroup(denseRowCodes(partition, length), null, sorted);
}

/** The rows that are `offset` rows before each row in its partition; -1 where there is none. */
export function shiftedRows({ rows, starts }: GroupedRows, offset: number): Int32Array {
  const shifted = new Int32Array(rows.length).fill(-1);
  for (let group = 0; group + 1 < starts.length; group++) {
    const start = starts[group] ?? 0;
    const end = starts[group + 1] ?? 0;
    const first = Math.max(start, start + offset);
    const last = Math.min(end, end + offset);
    for (let at = first; at < last; at++) shifted[rows[at] ?? 0] = rows[at - offset] ?? -1;
  }
  return shifted;
}
