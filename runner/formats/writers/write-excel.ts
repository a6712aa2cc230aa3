import { writeFile } from 'node:fs/promises';
import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx';
import pl from '../../engines/polars/pinned/library.ts';
import { UserError } from '../../domain/errors.ts';
import type { JsonValue } from '../../domain/json.ts';
import {
  SHEET,
  tooLongForCell,
  tooManySheetColumns,
  TOO_MANY_SHEET_ROWS,
} from '../../domain/sheet-limits.ts';
import { columnValues } from '../sample-rows.ts';
import { countLosses } from './count-losses.ts';
import { serialOf } from './excel-serials.ts';
import type { TableToWrite, WrittenTable } from './table-to-write.ts';

/**
 * Writes one sheet with a header row. Datetimes become date cells. Integers beyond 2^53, which a sheet
 * cannot hold, and datetimes before March 1900 and in the last half millisecond of 9999 become text. The sheet has the given name if Excel allows it.
 * @throws UserError when the rows, the columns or a text exceed the limits of a sheet
 */
export async function writeExcel({
  lazy,
  columns,
  path,
  sheet: name,
}: TableToWrite): Promise<WrittenTable> {
  const frame = await lazy.head(SHEET.rows).collect();
  checkSheetLimits(frame.height, columns.length);
  const rows: CellObject[][] = Array.from({ length: frame.height + 1 }, () => []);
  rows[0]?.push(...columns.map(({ name }) => textCell(name)));
  let lastRow = -1;
  frame.getColumns().forEach((series, place) => {
    const name = series.name;
    const asCell = columns[place]?.type === 'datetime' ? datetimeCell : cell;
    columnValues(series).forEach((value, row) => {
      const cells = rows[row + 1];
      if (cells === undefined || value === null) return;
      cells[place] = asCell(value, name);
      lastRow = Math.max(lastRow, row);
    });
  });
  const corner = { r: frame.height, c: Math.max(0, columns.length - 1) };
  const sheet: WorkSheet = {
    '!data': rows,
    '!ref': utils.encode_range({ r: 0, c: 0 }, corner),
  };
  const book = utils.book_new(sheet, sheetName(name));
  // Shared strings: of texts within cells SheetJS reads `&lt;` as `<`.
  const options = { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true } as const;
  await writeFile(path, write(book, options) as Buffer);
  const blank = frame.height - 1 - lastRow;
  return {
    rows: frame.height,
    lost: [
      ...countLosses(pl, frame.lazy(), { columns, format: 'excel' }),
      ...(blank > 0 ? [{ code: 'blank_last_rows', column: null, count: blank } as const] : []),
    ],
  };
}

/** The name of a sheet that another program wrote may be one that Excel does not allow. */
function sheetName(name: string | undefined): string {
  const isValid = name !== undefined && name.length <= MAX_NAME_LENGTH && VALID_NAME.test(name);
  return isValid ? name : 'Sheet1';
}

const MAX_NAME_LENGTH = 31;
const VALID_NAME = /^[^'[\]*?/\\:]+$/;

function checkSheetLimits(rows: number, columns: number): void {
  if (rows >= SHEET.rows) throw new UserError(TOO_MANY_SHEET_ROWS);
  if (columns > SHEET.columns) throw new UserError(tooManySheetColumns(columns));
}

function cell(value: JsonValue, column: string): CellObject {
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'boolean') return { t: 'b', v: value };
  const text = textOf(value);
  if (text.length <= SHEET.characters) return textCell(text);
  throw new UserError(tooLongForCell(column, text.length));
}

/** A text in which Excel would read `_x0041_` as `A` has its underscore escaped in the same way. */
function textCell(text: string): CellObject {
  return { t: 's', v: text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_') };
}

function datetimeCell(value: JsonValue): CellObject {
  const iso = textOf(value);
  const serial = serialOf(iso);
  if (serial === null) return textCell(iso);
  return { t: 'n', v: serial, z: 'yyyy-mm-dd hh:mm:ss' };
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' || typeof value === 'bigint' ? String(value) : '';
}
