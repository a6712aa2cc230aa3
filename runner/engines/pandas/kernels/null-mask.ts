import type { Column } from '../frame.ts';

/** Whether the cell at `row` holds a value. For loops over all rows take `validMask` instead. */
export function isPresent(column: Column, row: number): boolean {
  if (column.type === 'string') return (column.codes[row] ?? -1) !== -1;
  return column.validity === null || column.validity[row] === 1;
}

/** One byte a row, 1 present; null when no cell is null. Not to be written to. */
export function validMask(column: Column): Uint8Array | null {
  if (column.type !== 'string') return column.validity;
  const { codes } = column;
  if (!codes.includes(-1)) return null;
  const mask = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) mask[row] = codes[row] === -1 ? 0 : 1;
  return mask;
}

/** Number of cells of a column, nulls included. */
export function columnLength(column: Column): number {
  return column.type === 'string' ? column.codes.length : column.values.length;
}
