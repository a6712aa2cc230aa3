import { readFile } from 'node:fs/promises';
import { read, type WorkBook } from '@e965/xlsx';
import { UserError } from '../../domain/errors.ts';
import { cellMicros, cellValue } from './excel-cell.ts';
import { NullCells } from '../delimited/null-cells.ts';
import { headerNames } from '../header-names.ts';
import type { FormatFacts, FormatRequest } from '../ingest-request.ts';
import { formatIsoDates, hasIsoDates, type ReadWorkbook } from './iso-date-cells.ts';
import { StagedTable } from '../staged-table.ts';
import { renamedColumnsWarnings } from '../upload-warnings.ts';
import { usedRange, type UsedCell, type UsedRange } from './used-cells.ts';

/**
 * Reads one sheet: the first, or the one named (a name wins over a place, counted from 0).
 * Its first used row names the columns. Text cells stay text, dates become datetimes, errors and
 * empty texts are null.
 * @throws UserError when the file is no workbook or has no such sheet
 */
export async function ingestExcel(request: FormatRequest): Promise<FormatFacts> {
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
      warnings: renamedColumnsWarnings(header, names),
    };
  } finally {
    await staged.dispose();
  }
}

interface SheetTable {
  readonly range: UsedRange;
  /** Rows at its top that name the columns: 0 or 1. */
  readonly headers: number;
  readonly date1904: boolean;
  /** Texts of cells below the header that stand for null. */
  readonly nulls: NullCells;
}

interface ColumnNames {
  /** As they stand in the sheet. */
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

/** The cells of a row below the header that are not null, each compared by its text, as in CSV. */
function valuesOf({ range, nulls, date1904 }: SheetTable, row: number): UsedCell[] {
  const cells = range.cellsOf(row);
  if (nulls.isEmpty) return cells;
  return cells.filter(({ cell }) => !nulls.has(cellValue(cell, false, date1904).text));
}

/** Of each column whether every cell below the header is a date. */
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

/** The files inside a workbook of XML, which its type does not name. */
interface UnpackedWorkbook extends WorkBook {
  readonly files?: Parameters<typeof hasIsoDates>[0];
}

async function readWorkbook({ path, fileName }: FormatRequest): Promise<ReadWorkbook> {
  const bytes = await readFile(path);
  const zip = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const compound = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  // The library takes any text for a sheet.
  if (!zip && !compound) throw new UserError(`${fileName} is not an Excel workbook.`);
  try {
    const { files, ...book } = read(bytes, { ...OPTIONS, bookFiles: true }) as UnpackedWorkbook;
    return { book, bytes, options: OPTIONS, hasIsoDates: hasIsoDates(files ?? {}) };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (/password|encryption scheme/i.test(said)) {
      throw new UserError(`${fileName} is protected by a password. Save it without one.`);
    }
    // The library words what its parser met, e.g. "Unsupported ZIP encryption" of any garbage.
    throw new UserError(`${fileName} is not an Excel workbook, or it is damaged.`, {
      cause: error,
    });
  }
}

/** @returns its name */
function chooseSheet({ fileName, options }: FormatRequest, book: WorkBook): string {
  const wanted = options.sheet ?? '0';
  const isName = options.sheet !== undefined && book.SheetNames.includes(wanted);
  const atPlace = /^\d{1,9}$/.test(wanted) ? book.SheetNames[Number(wanted)] : undefined;
  const name = isName ? wanted : atPlace;
  if (name !== undefined && book.Sheets[name] !== undefined) return name;
  const names = book.SheetNames.slice(0, 20).join(', ');
  throw new UserError(`${fileName} has no sheet "${wanted}". Its sheets are: ${names}.`);
}
