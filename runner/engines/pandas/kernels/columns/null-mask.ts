import { codedTexts, pendingSource } from '../../deferred-column.ts';
import type { Column } from '../../frame.ts';

/** Whether the cell at `row` is not null. Use `validMask` for loops over all rows. */
export function isPresent(column: Column, row: number): boolean {
  if (column.type === 'string') return (column.codes[row] ?? -1) !== -1;
  return column.validity === null || column.validity[row] === 1;
}

/** One byte per row: 1 present, 0 null. Null when the column has no nulls. Read-only. */
export function validMask(column: Column): Uint8Array | null {
  if (column.type !== 'string') return column.validity;
  const { codes } = codedTexts(column);
  if (!codes.includes(-1)) return null;
  const mask = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) mask[row] = codes[row] === -1 ? 0 : 1;
  return mask;
}

/** Like `validMask`, for a reader that needs no values: it does not load a deferred column. */
export function presentMask(column: Column): Uint8Array | null {
  const source = pendingSource(column);
  return source === undefined ? validMask(column) : source.mask();
}

/** The number of cells of a column, including nulls. */
export function columnLength(column: Column): number {
  const source = pendingSource(column);
  if (source !== undefined) return source.length;
  return column.type === 'string' ? column.codes.length : column.values.length;
}
