import { utils, type WorkSheet } from '@e965/xlsx';
import { UserError } from '../../domain/errors.ts';
import type { FormatRequest } from '../ingest-request.ts';
import type { SheetCell } from './excel-cell.ts';

/** A cell with a value, and its column in the used range, from 0. */
export interface UsedCell {
  readonly column: number;
  readonly cell: NonNullable<SheetCell>;
}

/** The smallest range of a sheet that contains all values. */
export interface UsedRange {
  readonly width: number;
  readonly height: number;
  /** Returns the used cells of a row from left to right; rows count from 0. */
  cellsOf(row: number): UsedCell[];
}

/** Maximum number of cells including empty ones, which the columnar copy stores too. */
const MAX_CELLS = 20_000_000;

interface Bounds {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Finds the table of a sheet. Visits only existing cells, because there may be 17 billion empty cells
 * between the first and the last one.
 * @returns undefined when no cell has a value
 * @throws UserError when the used range has more than 20 million cells
 */
export function usedRange(
  { fileName, options }: FormatRequest,
  sheet: WorkSheet,
): UsedRange | undefined {
  const rows: readonly SheetRow[] = (sheet['!data'] ?? []).slice(options.skip_rows ?? 0);
  const bounds = boundsOf(rows);
  if (bounds === undefined) return undefined;
  const { top, left } = bounds;
  const height = bounds.bottom - top + 1;
  const width = bounds.right - left + 1;
  if (height * width > MAX_CELLS) throw tooLarge(fileName, bounds, options.skip_rows ?? 0);
  return {
    width,
    height,
    cellsOf: (row) =>
      usedCells(rows[top + row]).map(({ column, cell }) => ({ column: column - left, cell })),
  };
}

type SheetRow = readonly SheetCell[] | undefined;

function boundsOf(rows: readonly SheetRow[]): Bounds | undefined {
  let top = -1;
  let bottom = -1;
  let left = Infinity;
  let right = 0;
  for (let row = 0; row < rows.length; row++) {
    const cells = usedCells(rows[row]);
    const first = cells[0];
    if (first === undefined) continue;
    if (top < 0) top = row;
    bottom = row;
    left = Math.min(left, first.column);
    right = Math.max(right, cells.at(-1)?.column ?? 0);
  }
  return top < 0 ? undefined : { top, bottom, left, right };
}

/** Returns the used cells of a sparse row by its keys; iterating over its length would visit holes. */
function usedCells(row: SheetRow): UsedCell[] {
  if (row === undefined) return [];
  return Object.keys(row).flatMap((key) => {
    const column = Number(key);
    const cell = row[column];
    return cell === undefined || isEmpty(cell) ? [] : [{ column, cell }];
  });
}

/**
 * Reports whether a cell has no value. An empty text counts as empty: pandas with openpyxl writes one for
 * a missing value, and pandas.read_excel reads it as missing.
 */
function isEmpty(cell: NonNullable<SheetCell>): boolean {
  return cell.v === undefined || cell.v === '' || cell.t === 'z' || cell.t === 'e';
}

function tooLarge(fileName: string, bounds: Bounds, skipped: number): UserError {
  const { top, bottom, left, right } = bounds;
  const range = utils.encode_range({
    s: { r: top + skipped, c: left },
    e: { r: bottom + skipped, c: right },
  });
  const size = `${count(bottom - top + 1)} rows and ${count(right - left + 1)} columns`;
  return new UserError(
    `${fileName}: the sheet's cells with values span ${range}, ${size}; at most ${count(MAX_CELLS)} cells can be read. Delete the cells far from the table, or save the sheet as CSV.`,
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
