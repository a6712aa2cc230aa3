import type { ColumnSchema } from '../../domain/column.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { NullCells } from '../delimited/null-cells.ts';
import { checkNameCount, headerNames } from '../header-names.ts';
import { StagedTable } from '../staged-table.ts';
import { headerWarnings } from '../upload-warnings.ts';
import { CellProblems } from './cell-problems.ts';
import { chooseSheet } from './choose-sheet.ts';
import { cellValue, timeValue, type ColumnForm, type TimeValue } from './excel-cell.ts';
import { firstRowsWarnings } from './first-rows.ts';
import type { UsedCell, UsedRange } from './used-cells.ts';
import { openWorkbook, type Workbook } from './workbook.ts';

/**
 * Ingests one sheet: the named one, or the first visible one with cells. Its first used row names the columns.
 * Text cells stay text, dates become datetimes and durations seconds, if they fill the column. Errors, empty
 * texts and dates beyond the year 9999 become null.
 * @throws UserError when the file is not a workbook or lacks the sheet
 */
export async function ingestExcel(request: FormatRequest): Promise<FormatResult> {
  const workbook = await openWorkbook(request);
  const { name, range, isOther, warnings } = chooseSheet(request, workbook);
  const staged = await StagedTable.create(`${request.dataPath}.staged`);
  try {
    const headers = request.options.has_header === false ? 0 : 1;
    const { date1904 } = workbook;
    const nulls = new NullCells(request.options.null_values);
    const problems = new CellProblems(workbook, range);
    const { header, names } = await stageRows(staged, {
      range,
      headers,
      date1904,
      nulls,
      problems,
    });
    const given = request.options.column_names;
    if (given !== undefined) checkNameCount(request.fileName, given, names.length);
    const columns = staged.columns(given ?? names);
    await staged.toParquet(request.pl, given ?? names, request.dataPath);
    const isNamed = headers > 0 && given === undefined;
    return {
      rowCount: staged.rowCount,
      ...misreadIn(workbook, { range, problems }, columns),
      parseOptions: optionsUsed({ ...request.options, ...(isOther && { sheet: name }) }),
      warnings: [
        ...warnings,
        ...(isNamed ? firstRowsWarnings({ range, date1904 }, header, columns) : []),
        ...headerWarnings(isNamed ? header : null, names),
        ...problems.warnings(given ?? names),
      ],
    };
  } finally {
    await staged.dispose();
  }
}

/** @returns null when all are the default */
function optionsUsed(options: FormatRequest['options']): FormatResult['parseOptions'] {
  return Object.keys(options).length === 0 ? null : options;
}

/** What the libraries of exported scripts read differently. */
function misreadIn(
  { isXml }: Workbook,
  { range, problems }: Pick<SheetTable, 'range' | 'problems'>,
  columns: readonly ColumnSchema[],
): Pick<FormatResult, 'irregularities' | 'misreadColumns'> {
  const isMisread = range.hasFormulaEdge || problems.hasMisread;
  return {
    irregularities: isXml && !isMisread ? [] : ['misread_columns'],
    misreadColumns: isMisread ? columns.map((column) => column.name) : [],
  };
}

interface SheetTable {
  readonly range: UsedRange;
  /** Number of header rows: 0 or 1. */
  readonly headers: number;
  readonly date1904: boolean;
  /** Texts that mean null below the header. */
  readonly nulls: NullCells;
  readonly problems: CellProblems;
}

interface ColumnNames {
  /** The names as written in the sheet. */
  readonly header: readonly string[];
  readonly names: readonly string[];
}

async function stageRows(staged: StagedTable, sheet: SheetTable): Promise<ColumnNames> {
  const { range, headers, date1904, problems } = sheet;
  const forms = columnForms(sheet);
  const header = Array.from({ length: range.width }, () => '');
  for (const { column, cell } of headers === 0 ? [] : range.cellsOf(0)) {
    header[column] = cellValue(cell, 'text', date1904)?.text ?? '';
    problems.add({ row: 0, column }, cell);
  }
  for (let row = headers; row < range.height; row++) {
    for (const { column, cell } of valuesOf(sheet, row)) {
      problems.add({ row, column }, cell);
      const value = cellValue(cell, forms[column] ?? 'text', date1904);
      if (value !== undefined) staged.set(column, value.text, value.evidence);
    }
    if (staged.endRow()) await staged.flush();
  }
  return { header, names: headerNames(header) };
}

/** Returns the cells of a row below the header. Null texts match a cell's text, as in CSV. */
function valuesOf({ range, nulls, date1904 }: SheetTable, row: number): readonly UsedCell[] {
  const cells = range.cellsOf(row);
  if (nulls.isEmpty) return cells;
  return cells.filter(({ cell }) => {
    const value = cellValue(cell, 'text', date1904);
    return value === undefined || !nulls.has(value.text);
  });
}

const FORM: Readonly<Record<TimeValue['kind'], ColumnForm | null>> = {
  moment: 'datetime',
  duration: 'seconds',
  time: 'text',
  outside: null,
};

/** Returns for each column what all of its cells below the header are. */
function columnForms(sheet: SheetTable): readonly (ColumnForm | null)[] {
  const { range, headers, date1904 } = sheet;
  const forms = Array.from({ length: range.width }, (): ColumnForm | null => null);
  for (let row = headers; row < range.height; row++) {
    for (const { column, cell } of valuesOf(sheet, row)) {
      if (cell.t === 'e' || cell.t === 'f') continue;
      const time = timeValue(cell, date1904);
      const form = time === undefined ? 'text' : FORM[time.kind];
      if (form === null) continue;
      forms[column] = (forms[column] ?? form) === form ? form : 'text';
    }
  }
  return forms;
}
