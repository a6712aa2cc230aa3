import { readFile } from 'node:fs/promises';
import { read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { UserError } from '../../domain/errors.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { cellMicros, cellValue } from './excel-cell.ts';
import { NullCells } from '../delimited/null-cells.ts';
import { headerNames } from '../header-names.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { formatIsoDates, hasIsoDates, type ReadWorkbook } from './iso-date-cells.ts';
import { StagedTable } from '../staged-table.ts';
import { headerWarnings } from '../upload-warnings.ts';
import { usedRange, type UsedCell, type UsedRange } from './used-cells.ts';

/**
 * Ingests one sheet: the first one, or the one given by name or index (from 0; a name takes precedence).
 * Its first used row names the columns. Text cells stay text, dates become datetimes, and errors and empty
 * texts become null.
 * @throws UserError when the file is not a workbook or lacks the sheet
 */
export async function ingestExcel(request: FormatRequest): Promise<FormatResult> {
  const workbook = await readWorkbook(request);
  const { book } = workbook;
  const name = chooseSheet(request, book);
  formatIsoDates(workbook, name);
  const range = usedRange(request, book.Sheets[name] ?? {});
  if (range === undefined) throw new UserError(`${request.fileName}: the sheet is empty.`);
  const staged = await StagedTable.create(`${request.dataPath}.staged`);
  try {
    const headers = request.options.has_header === false ? 0 : 1;
    const date1904 = book.Workbook?.WBProps?.date1904 === true;
    const sheet = { range, headers, date1904, nulls: new NullCells(request.options.null_values) };
    const { header, names } = await stageRows(staged, sheet);
    await staged.toParquet(request.pl, names, request.dataPath);
    const isDefault = Object.keys(request.options).length === 0;
    return {
      rowCount: staged.rowCount,
      parseOptions: isDefault ? null : request.options,
      warnings: [
        ...otherSheetsWarnings(request, book),
        ...headerWarnings(headers === 0 ? null : header, names),
      ],
    };
  } finally {
    await staged.dispose();
  }
}

const MAX_NAMED_SHEETS = 5;
const MAX_SHEET_NAME_LENGTH = 31;

/** Warns of the visible sheets with cells that were not read, unless the upload chose a sheet. */
function otherSheetsWarnings(
  { options }: FormatRequest,
  { SheetNames: names, Sheets: sheets, Workbook: properties }: WorkBook,
): FileWarning[] {
  if (options.sheet !== undefined) return [];
  const others = names.filter((name, place) => {
    const isHidden = (properties?.Sheets?.[place]?.Hidden ?? 0) !== 0;
    return place > 0 && !isHidden && hasCells(sheets[name]);
  });
  if (others.length === 0) return [];
  const quote = (name: string): string => `"${name.slice(0, MAX_SHEET_NAME_LENGTH)}"`;
  const rest = others.length - MAX_NAMED_SHEETS;
  const named = others.slice(0, MAX_NAMED_SHEETS).map(quote).join(', ');
  const listed = rest > 0 ? `${named} and ${rest} more` : named;
  const message = `Only the first sheet, ${quote(names[0] ?? '')}, was read. To read another, upload with sheet= and its name: ${listed}.`;
  return [{ code: 'other_sheets', column: null, message }];
}

function hasCells(sheet: WorkSheet | undefined): boolean {
  const rows = sheet?.['!data'] ?? [];
  return rows.some((row) => row.some((cell) => cell.v !== undefined));
}

interface SheetTable {
  readonly range: UsedRange;
  /** Number of header rows: 0 or 1. */
  readonly headers: number;
  readonly date1904: boolean;
  /** Texts that mean null below the header. */
  readonly nulls: NullCells;
}

interface ColumnNames {
  /** The names as written in the sheet. */
  readonly header: readonly string[];
  readonly names: readonly string[];
}

async function stageRows(staged: StagedTable, sheet: SheetTable): Promise<ColumnNames> {
  const { range, headers, date1904 } = sheet;
  const datetimes = datetimeColumns(sheet);
  for (let row = headers; row < range.height; row++) {
    for (const { column, cell } of valuesOf(sheet, row)) {
      const { text, evidence } = cellValue(cell, datetimes[column] === true, date1904);
      staged.set(column, text, evidence);
    }
    if (staged.endRow()) await staged.flush();
  }
  const header = Array.from({ length: range.width }, () => '');
  for (const { column, cell } of headers === 0 ? [] : range.cellsOf(0)) {
    header[column] = cellValue(cell, false, date1904).text;
  }
  return { header, names: headerNames(header) };
}

/** Returns the non-null cells of a row below the header. Null texts match a cell's text, as in CSV. */
function valuesOf({ range, nulls, date1904 }: SheetTable, row: number): UsedCell[] {
  const cells = range.cellsOf(row);
  if (nulls.isEmpty) return cells;
  return cells.filter(({ cell }) => !nulls.has(cellValue(cell, false, date1904).text));
}

/** Reports for each column whether every cell below the header is a date. */
function datetimeColumns(sheet: SheetTable): boolean[] {
  const { range, headers, date1904 } = sheet;
  const datetimes = Array.from({ length: range.width }, () => true);
  for (let row = headers; row < range.height; row++) {
    for (const { column, cell } of valuesOf(sheet, row)) {
      if (cellMicros(cell, date1904) === undefined) datetimes[column] = false;
    }
  }
  return datetimes;
}

const OPTIONS = { type: 'buffer', dense: true, cellNF: true, cellHTML: false } as const;

/** A workbook with its unpacked files, which the type of the library lacks. */
interface UnpackedWorkbook extends WorkBook {
  readonly files?: Parameters<typeof hasIsoDates>[0];
}

async function readWorkbook({ path, fileName }: FormatRequest): Promise<ReadWorkbook> {
  const bytes = await readFile(path);
  const zip = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const compound = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  // The library reads any text as a sheet.
  if (!zip && !compound) throw new UserError(`${fileName} is not an Excel workbook.`);
  try {
    const { files, ...book } = read(bytes, { ...OPTIONS, bookFiles: true }) as UnpackedWorkbook;
    return { book, bytes, options: OPTIONS, hasIsoDates: hasIsoDates(files ?? {}) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/password|encryption scheme/i.test(message)) {
      throw new UserError(`${fileName} is protected by a password. Save it without one.`);
    }
    // Messages of the library are misleading, such as "Unsupported ZIP encryption" for random bytes.
    throw new UserError(`${fileName} is not an Excel workbook, or it is damaged.`, {
      cause: error,
    });
  }
}

/** @returns the name of the sheet to read */
function chooseSheet({ fileName, options }: FormatRequest, book: WorkBook): string {
  const requested = options.sheet ?? '0';
  const isName = options.sheet !== undefined && book.SheetNames.includes(requested);
  const atIndex = /^\d{1,9}$/.test(requested) ? book.SheetNames[Number(requested)] : undefined;
  const name = isName ? requested : atIndex;
  if (name !== undefined && book.Sheets[name] !== undefined) return name;
  const names = book.SheetNames.slice(0, 20).join(', ');
  throw new UserError(`${fileName} has no sheet "${requested}". Its sheets are: ${names}.`);
}
