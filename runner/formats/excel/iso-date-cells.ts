import { read, type ParsingOptions, type WorkBook } from '@e965/xlsx';
import { isDateFormat, type SheetCell } from './excel-cell.ts';

const MARKS = [' t="d"', " t='d'"];
const DATE_FORMAT = 'yyyy-mm-dd hh:mm:ss';

/** A parsed workbook and its source. */
export interface ReadWorkbook {
  readonly book: WorkBook;
  readonly bytes: Buffer;
  readonly options: ParsingOptions;
  /** True when a sheet has cells of type `d`, which are ISO 8601 dates. */
  readonly hasIsoDates: boolean;
}

/** Reports whether a sheet has ISO 8601 date cells. @param files of the workbook, by path */
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
 * Sets a date format on the ISO 8601 date cells of a sheet; an invalid date becomes an error cell. The
 * library converts these dates to serials, which only a format distinguishes from numbers, and the cells
 * may lack one. Reading with `cellDates` preserves the type but rounds other serials, so the sheet is
 * read a second time if it has such cells.
 */
export function formatIsoDates(workbook: ReadWorkbook, sheet: string): void {
  if (!workbook.hasIsoDates) return;
  const dated = read(workbook.bytes, { ...workbook.options, cellDates: true, sheets: sheet });
  const typed: readonly (readonly SheetCell[] | undefined)[] = dated.Sheets[sheet]?.['!data'] ?? [];
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
