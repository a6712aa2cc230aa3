import { utils } from '@e965/xlsx';
import { UserError } from '../../domain/errors.ts';
import type { FormatRequest } from '../ingest-request.ts';
import type { SheetCell } from './excel-cell.ts';
import type { Sheet } from './workbook.ts';

/** A cell that is not empty, and its column in the used range, from 0. */
export interface UsedCell {
  readonly column: number;
  readonly cell: SheetCell;
}

/** The smallest range of a sheet that contains all values and errors. */
export interface UsedRange {
  readonly width: number;
  readonly height: number;
  /** Returns the cells of a row from left to right; rows count from 0. */
  cellsOf(row: number): readonly UsedCell[];
}

/** Maximum number of cells including empty ones, which the columnar copy stores too. */
const MAX_CELLS = 20_000_000;

interface Bounds {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The table of a sheet, or why it has none. */
export interface FoundRange {
  /** Null: no cell has a value. */
  readonly range: UsedRange | null;
  /** What the sheet has instead of values, for messages. */
  readonly lack: string;
}

/** The table of a sheet, or why it has none. */
export interface FoundRange {
  /** Null: no cell has a value. */
  readonly range: UsedRange | null;
  /** What the sheet has instead of values, for messages. */
  readonly lack: string;
}

/**
 * Finds the table of a sheet. Visits only existing cells, because there may be 17 billion empty cells
 * between the first and the last one.
 * @throws UserError when the used range has more than 20 million cells
 */
export function usedRange({ fileName, options }: FormatRequest, sheet: Sheet): FoundRange {
  const { rows, bounds, counts } = readCells(sheet, options.skip_rows ?? 0);
  if (counts.values === 0) return { range: null, lack: lackOf(counts) };
  const { top, left } = bounds;
  const height = bounds.bottom - top + 1;
  const width = bounds.right - left + 1;
  if (height * width > MAX_CELLS) throw tooLarge(fileName, bounds);
  const cellsOf = (row: number): readonly UsedCell[] =>
    (rows[top + row] ?? []).flatMap(({ column, cell }) =>
      // A formula without a value beside the table is no part of it.
      column < left || column > bounds.right ? [] : [{ column: column - left, cell }],
    );
  return { range: { width, height, cellsOf }, lack: '' };
}

/** The cells of a sheet that were read. */
interface ReadCells {
  readonly rows: readonly UsedCell[][];
  /** Of values and errors. */
  readonly bounds: Bounds;
  readonly counts: { values: number; errors: number; formulas: number };
}

function readCells(sheet: Sheet, skipped: number): ReadCells {
  const rows: UsedCell[][] = [];
  const bounds: Bounds = { top: Infinity, bottom: -1, left: Infinity, right: 0 };
  const counts = { values: 0, errors: 0, formulas: 0 };
  sheet.visitCells((row, column, cell) => {
    if (row < skipped) return false;
    addCell((rows[row] ??= []), { column, cell });
    if (cell.t === 'f') {
      counts.formulas++;
      return false;
    }
    if (cell.t === 'e') counts.errors++;
    else counts.values++;
    bounds.top = Math.min(bounds.top, row);
    bounds.bottom = Math.max(bounds.bottom, row);
    bounds.left = Math.min(bounds.left, column);
    bounds.right = Math.max(bounds.right, column);
    return false;
  });
  return { rows, bounds, counts };
}

function lackOf({ errors, formulas }: ReadCells['counts']): string {
  const found = [
    ...(errors === 0 ? [] : [counted(errors, 'error cell')]),
    ...(formulas === 0 ? [] : [counted(formulas, 'formula')]),
  ].join(' and ');
  const way = formulas === 0 ? '' : ': open the workbook in Excel and save it';
  return found === '' ? '' : ` but for ${found} without a value${way}`;
}

function counted(number: number, word: string): string {
  return `${count(number)} ${word}${number === 1 ? '' : 's'}`;
}

/** Adds a cell to its row, in the order of columns. Of a cell that is there twice the last one counts. */
function addCell(cells: UsedCell[], added: UsedCell): void {
  const last = cells.at(-1);
  if (last === undefined || last.column < added.column) {
    cells.push(added);
    return;
  }
  const place = cells.findIndex(({ column }) => column >= added.column);
  cells.splice(place, cells[place]?.column === added.column ? 1 : 0, added);
}

function tooLarge(fileName: string, { top, bottom, left, right }: Bounds): UserError {
  const range = utils.encode_range({ s: { r: top, c: left }, e: { r: bottom, c: right } });
  const size = `${count(bottom - top + 1)} rows and ${count(right - left + 1)} columns`;
  return new UserError(
    `${fileName}: the sheet's cells with values span ${range}, ${size}; at most ${count(MAX_CELLS)} cells can be read. Delete the cells far from the table, or save the sheet as CSV.`,
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
