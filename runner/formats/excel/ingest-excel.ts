import { readFile } from 'node:fs/promises';
import { read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { UserError } from '../../domain/errors.ts';
import { cellMicros, cellValue, type SheetCell } from './excel-cell.ts';
import { headerNames } from '../header-names.ts';
import type { FormatFacts, FormatRequest } from '../ingest-request.ts';
import { StagedTable } from '../staged-table.ts';

/**
 * Reads one sheet: the first, or the one named (a name wins over a place, counted from 0).
 * Its first used row names the columns. Text cells stay text, dates become datetimes, errors are null.
 * @throws UserError when the file is no workbook or has no such sheet
 */
export async function ingestExcel(request: FormatRequest): Promise<FormatFacts> {
  const book = await readWorkbook(request);
  const rows = usedRows(chooseSheet(request, book));
  if (rows.length === 0) throw new UserError(`${request.fileName}: the sheet is empty.`);
  const staged = await StagedTable.create(`${request.dataPath}.staged`);
  try {
    const names = await stageRows(staged, rows, book.Workbook?.WBProps?.date1904 === true);
    await staged.toParquet(request.pl, names, request.dataPath);
    const { sheet } = request.options;
    return { rowCount: staged.rowCount, parseOptions: sheet === undefined ? null : { sheet } };
  } finally {
    await staged.dispose();
  }
}

/** @returns the names of the columns */
async function stageRows(
  staged: StagedTable,
  rows: readonly (readonly SheetCell[])[],
  date1904: boolean,
): Promise<string[]> {
  const [header = [], ...body] = rows;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const datetimes = Array.from({ length: width }, (_, column) =>
    body.every(({ [column]: cell }) => !cell || cellMicros(cell, date1904) !== undefined),
  );
  for (const row of body) {
    row.forEach((cell, column) => {
      if (cell === undefined) return;
      const { text, evidence } = cellValue(cell, datetimes[column] === true, date1904);
      staged.set(column, text, evidence);
    });
    if (staged.endRow()) await staged.flush();
  }
  return headerNames(
    datetimes.map((_, column) => {
      const cell = header[column];
      return cell === undefined ? '' : cellValue(cell, false, date1904).text;
    }),
  );
}

async function readWorkbook({ path, fileName }: FormatRequest): Promise<WorkBook> {
  const bytes = await readFile(path);
  const zip = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const compound = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  // The library takes any text for a sheet.
  if (!zip && !compound) throw new UserError(`${fileName} is not an Excel workbook.`);
  try {
    return read(bytes, { type: 'buffer', dense: true, cellNF: true, cellHTML: false });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${fileName} cannot be read as an Excel workbook: ${reason}`);
  }
}

function chooseSheet({ fileName, options }: FormatRequest, book: WorkBook): WorkSheet {
  const wanted = options.sheet ?? '0';
  const isName = options.sheet !== undefined && book.SheetNames.includes(wanted);
  const atPlace = /^\d{1,9}$/.test(wanted) ? book.SheetNames[Number(wanted)] : undefined;
  const name = isName ? wanted : atPlace;
  const sheet = name === undefined ? undefined : book.Sheets[name];
  if (sheet !== undefined) return sheet;
  const names = book.SheetNames.slice(0, 20).join(', ');
  throw new UserError(`${fileName} has no sheet "${wanted}". Its sheets are: ${names}.`);
}

/** The rows and columns between the first and the last that hold something. */
function usedRows(sheet: WorkSheet): SheetCell[][] {
  const data: readonly (readonly SheetCell[] | undefined)[] = sheet['!data'] ?? [];
  const rows = Array.from(data, (row) =>
    Array.from(row ?? [], (cell) => (isEmpty(cell) ? undefined : cell)),
  );
  const isUsed = (row: readonly SheetCell[]): boolean => row.some((cell) => cell !== undefined);
  const used = rows.slice(rows.findIndex(isUsed), rows.findLastIndex(isUsed) + 1);
  const left = used.reduce((least, row) => Math.min(least, firstUsed(row)), Infinity);
  return used.map((row) => row.slice(left, row.findLastIndex((cell) => cell !== undefined) + 1));
}

function firstUsed(row: readonly SheetCell[]): number {
  const index = row.findIndex((cell) => cell !== undefined);
  return index < 0 ? Infinity : index;
}

function isEmpty(cell: SheetCell): boolean {
  return cell?.v === undefined || cell.t === 'z' || cell.t === 'e';
}
