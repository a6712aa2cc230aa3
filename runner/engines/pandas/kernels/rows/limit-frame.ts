import { pendingSource } from '../../deferred-column.ts';
import type { Column, Frame } from '../../frame.ts';
import { computeCells } from '../columns/compute-cells.ts';
import { deferTake, nullLike } from '../columns/take-rows.ts';
import { textsOf } from '../columns/texts-of.ts';

/**
 * At most `count` rows from `offset`. The result shares memory with the input. Columns that are not loaded
 * stay so.
 */
export function limitFrame(frame: Frame, offset: number, count: number): Frame {
  const start = Math.min(offset, frame.length);
  const end = Math.min(start + count, frame.length);
  // Columns that are gathered later share the row numbers.
  let rows: Int32Array | null = null;
  const columns = frame.columns.map((column) => {
    if (pendingSource(column) === undefined) return sliceColumn(column, start, end);
    rows ??= computeCells(new Int32Array(end - start), (row) => start + row);
    return deferTake(column, rows);
  });
  return { length: end - start, names: frame.names, columns };
}

function sliceColumn(column: Column, start: number, end: number): Column {
  if (column.type === 'string')
    return textsOf(column.codes.subarray(start, end), column.dictionary);
  if (column.type === 'null') return nullLike(column, end - start);
  const validity = column.validity?.subarray(start, end) ?? null;
  switch (column.type) {
    case 'boolean':
      return { type: 'boolean', values: column.values.subarray(start, end), validity };
    case 'float':
      return { type: 'float', values: column.values.subarray(start, end), validity };
    case 'integer':
    case 'datetime':
      return { type: column.type, values: column.values.subarray(start, end), validity };
  }
}
