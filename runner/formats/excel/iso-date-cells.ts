import { read, type ParsingOptions, type WorkBook } from '@e965/xlsx';
import { isDateFormat, type SheetCell } from './excel-cell.ts';

const MARKS = [' t="d"', " t='d'"];
const DATE_FORMAT = 'yyyy-mm-dd hh:mm:ss';

/** A workbook that was read, and what it was read from. */
export interface ReadWorkbook {
  readonly book: WorkBook;
  readonly bytes: Buffer;
  readonly options: ParsingOptions;
  /** Whether a sheet has cells of the type `d`, ISO 8601 dates. */
  readonly hasIsoDates: boolean;
}

/** @param files inside the workbook, by path, as the library unpacks them */
export function hasIsoDates(
  files: Readonly<Record<string, { readonly content?: unknown }>>,
): boolean {
  return Object.entries(files).some(([path, { content }]) => {
    if (!path.includes('worksheets/') || !(content instanceof Uint8Array)) return false;
    const xml = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return MARKS.some((mark) => xml.includes(mark));
  });
}

/**
 * Gives the ISO 8601 dates of a sheet the format of a date; one that cannot be read becomes an error.
 * The library makes serials of them, which only their format tells from numbers, and such a cell need
 * not have one. It keeps the type when it reads dates as dates, but then rounds the serials of others:
 * the sheet is read a second time, if there are any.
 */
export function formatIsoDates(workbook: ReadWorkbook, sheet: string): void {
  if (!workbook.hasIsoDates) return;
  const again = read(workbook.bytes, { ...workbook.options, cellDates: true, sheets: sheet });
  const typed: readonly (readonly SheetCell[] | undefined)[] = again.Sheets[sheet]?.['!data'] ?? [];
  const rows: readonly (readonly SheetCell[] | undefined)[] =
    workbook.book.Sheets[sheet]?.['!data'] ?? [];
  rows.forEach((cells, row) => {
    cells?.forEach((cell, column) => {
      if (cell?.t !== 'n' || typed[row]?.[column]?.t !== 'd') return;
      if (Number.isNaN(cell.v)) cell.t = 'e';
      else if (!isDateFormat(cell)) cell.z = DATE_FORMAT;
    });
  });
}
