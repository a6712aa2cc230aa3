import { UserError } from '../../domain/errors.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import type { FormatRequest } from '../ingest-request.ts';
import { usedRange, type UsedRange } from './used-cells.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** The sheet to read. */
export interface ChosenSheet {
  readonly name: string;
  readonly range: UsedRange;
  /** True: a reader that takes the first sheet would read another one. */
  readonly isOther: boolean;
  readonly warnings: readonly FileWarning[];
}

const MAX_NAMED_SHEETS = 5;
const MAX_LISTED_SHEETS = 20;
const MAX_SHEET_NAME_LENGTH = 31;

/**
 * Chooses the sheet that the upload names, by its name or its index from 0 (a name takes precedence), else the
 * first visible one with cells. The name in upper or lower case is the same one, as in Excel.
 * @throws UserError when there is none, or it has no value
 */
export function chooseSheet(request: FormatRequest, workbook: Workbook): ChosenSheet {
  const { options } = request;
  return options.sheet === undefined
    ? firstSheet(request, workbook)
    : namedSheet(request, workbook, options.sheet);
}

function namedSheet(request: FormatRequest, { sheets }: Workbook, requested: string): ChosenSheet {
  const lower = requested.toLowerCase();
  const sheet =
    sheets.find(({ name }) => name === requested) ??
    sheets.find(({ name }) => name.toLowerCase() === lower) ??
    (/^\d{1,9}$/.test(requested) ? sheets[Number(requested)] : undefined);
  const { fileName } = request;
  if (sheet === undefined) {
    throw new UserError(
      `${fileName} has no sheet "${requested}". Its sheets are: ${listed(sheets)}.`,
    );
  }
  const { range, lack } = usedRange(request, sheet);
  if (range === null) {
    const others = sheets.filter((other) => other !== sheet && hasValues(other));
    const way = others.length === 0 ? '' : ` Sheets with values: ${listed(others)}.`;
    throw new UserError(`${fileName}: the sheet is empty${lack}.${way}`);
  }
  return { name: sheet.name, range, isOther: true, warnings: [] };
}

function listed(sheets: readonly Sheet[]): string {
  return sheets
    .slice(0, MAX_LISTED_SHEETS)
    .map(({ name }) => name)
    .join(', ');
}

function firstSheet(request: FormatRequest, { sheets }: Workbook): ChosenSheet {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const skipped: string[] = [];
  // Only if no visible sheet has a value, the hidden ones are tried.
  for (const sheet of [...visible, ...sheets.filter(({ isHidden }) => isHidden)]) {
    const { range, lack } = usedRange(request, sheet);
    if (range === null) {
      skipped.push(`${quote(sheet.name)} is empty${lack}`);
      continue;
    }
    const isOther = sheet !== sheets[0];
    const others = visible.filter((other) => other !== sheet && hasValues(other));
    const warnings = isOther
      ? [skippedWarning(sheet, sheets, skipped, others)]
      : otherSheetsWarnings(sheet, others);
    return { name: sheet.name, range, isOther, warnings };
  }
  const [first = 'the sheet is empty', ...rest] = skipped;
  const why = sheets.length === 1 ? first.replace(quote(sheets[0]?.name ?? ''), 'the sheet') : '';
  throw new UserError(
    `${request.fileName}: ${why === '' ? `no sheet has a value: ${[first, ...rest].slice(0, MAX_NAMED_SHEETS).join('; ')}` : why}.`,
  );
}

function quote(name: string): string {
  return `"${name.slice(0, MAX_SHEET_NAME_LENGTH)}"`;
}

/** Warns that the first sheet was not read, since it is hidden or has no values. */
function skippedWarning(
  read: Sheet,
  sheets: readonly Sheet[],
  empty: readonly string[],
  others: readonly Sheet[],
): FileWarning {
  const before = sheets.slice(0, sheets.indexOf(read));
  const hidden = before
    .filter(({ isHidden }) => isHidden)
    .map(({ name }) => `${quote(name)} is hidden`);
  const reasons = [...hidden, ...empty];
  const rest = reasons.length - MAX_NAMED_SHEETS;
  const named = reasons.slice(0, MAX_NAMED_SHEETS).join(', ');
  const why = rest > 0 ? `${named} and ${rest} more` : named;
  const message = `The sheet ${quote(read.name)} was read, not the first one: ${why}. To read another, read the file with sheet= and its name${others.length === 0 ? '' : `: ${quoted(others)}`}.`;
  return { code: 'skipped_sheets', column: null, message };
}

/** Warns of the visible sheets with cells that were not read. */
function otherSheetsWarnings({ name }: Sheet, others: readonly Sheet[]): FileWarning[] {
  if (others.length === 0) return [];
  const message = `Only the first sheet, ${quote(name)}, was read. To read another, read the file with sheet= and its name: ${quoted(others)}.`;
  return [{ code: 'other_sheets', column: null, message }];
}

function quoted(sheets: readonly Sheet[]): string {
  const rest = sheets.length - MAX_NAMED_SHEETS;
  const named = sheets
    .slice(0, MAX_NAMED_SHEETS)
    .map(({ name }) => quote(name))
    .join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
}

/** Reports whether a sheet has a value; a damaged one has none. */
function hasValues(sheet: Sheet): boolean {
  let found = false;
  try {
    sheet.visitCells((_row, _column, cell) => (found = cell.t !== 'f' && cell.t !== 'e'));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  return found;
}
