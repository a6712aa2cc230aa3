import { isDeepStrictEqual } from 'node:util';
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

/** The smallest range of a sheet that contains all values, errors and formulas. */
export interface UsedRange {
  /** The number of rows above it in the sheet. */
  readonly top: number;
  /** The number of columns before it in the sheet. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** Whether a row or column at its edge has only formulas without values, which libraries of Python leave out. */
  readonly hasFormulaEdge: boolean;
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

/**
 * Finds the table of a sheet. Visits only existing cells, because there may be 17 billion empty cells
 * between the first and the last one.
 * @throws UserError when the used range has more than 20 million cells
 */
export function usedRange({ fileName, options }: FormatRequest, sheet: Sheet): FoundRange {
  const { rows, bounds, ofValues, counts } = readCells(sheet, options.skip_rows ?? 0);
  if (counts.values === 0) return { range: null, lack: lackOf(counts) };
  const { top, left } = bounds;
  const height = bounds.bottom - top + 1;
  const width = bounds.right - left + 1;
  if (height * width > MAX_CELLS) throw tooLarge(fileName, bounds);
  const cellsOf = (row: number): readonly UsedCell[] =>
    (rows[top + row] ?? []).map(({ column, cell }) => ({ column: column - left, cell }));
  const hasFormulaEdge = !isDeepStrictEqual(bounds, ofValues);
  return { range: { top, left, width, height, hasFormulaEdge, cellsOf }, lack: '' };
}

/** The cells of a sheet that were read. */
interface ReadCells {
  readonly rows: readonly UsedCell[][];
  readonly bounds: Bounds;
  /** Without formulas that have no value. */
  readonly ofValues: Bounds;
  readonly counts: { values: number; errors: number; formulas: number };
}

function readCells(sheet: Sheet, skipped: number): ReadCells {
  const rows: UsedCell[][] = [];
  const bounds = noBounds();
  const ofValues = noBounds();
  const counts = { values: 0, errors: 0, formulas: 0 };
  sheet.visitCells((row, column, cell) => {
    if (row < skipped) return false;
    addCell((rows[row] ??= []), { column, cell });
    extend(bounds, row, column);
    if (cell.t === 'f') {
      counts.formulas++;
      return false;
    }
    if (cell.t === 'e') counts.errors++;
    else counts.values++;
    extend(ofValues, row, column);
    return false;
  });
  return { rows, bounds, ofValues, counts };
}

function noBounds(): Bounds {
  return { top: Infinity, bottom: -1, left: Infinity, right: 0 };
}

function extend(bounds: Bounds, row: number, column: number): void {
  bounds.top = Math.min(bounds.top, row);
  bounds.bottom = Math.max(bounds.bottom, row);
  bounds.left = Math.min(bounds.left, column);
  bounds.right = Math.max(bounds.right, column);
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
    `${fileName}: the sheet's cells with values or formulas span ${range}, ${size}; at most ${count(MAX_CELLS)} cells can be read. Delete the cells far from the table, or save the sheet as CSV.`,
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
