import type { ColumnType } from '../domain/column.ts';
import {
  SHEET,
  tooLongForCell,
  tooManySheetColumns,
  TOO_MANY_SHEET_ROWS,
} from '../domain/sheet-limits.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';
import { mayHave, type OutputFile } from './output-names.ts';
import { useHelpers } from './record-input.ts';
import type { PythonHelper } from './record-readers.ts';

/** What writes the sheet of a library's frames. */
interface SheetLibrary {
  readonly writer: PythonHelper;
  /** The Python class of a datetime among the cells. */
  readonly datetime: { readonly code: string; readonly imports: readonly string[] };
}

/**
 * Returns Python that writes an Excel file as a run does. The rules of a type are emitted only where the file
 * has a column of it.
 * @param path the code of its path
 */
export function excelOutput(
  python: PythonContext,
  file: OutputFile,
  {
    library: { writer, datetime },
    path,
  }: { readonly library: SheetLibrary; readonly path: string },
): string {
  const rules: readonly (CellRule & { readonly code: string })[] = [
    { ...INTEGER_CELL, code: 'int' },
    { ...FLOAT_CELL, code: 'float' },
    { ...DATETIME_CELL, ...datetime },
    { ...TEXT_CELL, code: 'str' },
  ].filter(({ type }) => mayHave(file, type));
  useHelpers(python, [writer, ...rules.flatMap(({ helpers }) => helpers)]);
  for (const statement of mayHave(file, 'datetime') ? datetime.imports : [])
    python.import(statement);
  const kinds = rules.map(({ code, helpers: [helper] }) => `${code}: ${helper.name}`).join(', ');
  const frame = python.lazy ? `${python.frame()}.collect()` : python.frame();
  return `write_excel(${frame}, ${path}, {${kinds}})`;
}

/** What writes a cell of a type: the first helper, which may call the others. */
interface CellRule {
  readonly type: ColumnType;
  readonly helpers: readonly [PythonHelper, ...PythonHelper[]];
}

const INTEGER_CELL: CellRule = {
  type: 'integer',
  helpers: [
    {
      name: 'integer_cell',
      imports: [],
      source: `
def integer_cell(cell, name):
    """An integer; one that a float cannot hold exactly becomes text."""
    return cell if abs(cell) < 2**53 else str(cell)
`,
    },
  ],
};

const FLOAT_CELL: CellRule = {
  type: 'float',
  helpers: [
    {
      name: 'float_cell',
      imports: ['import math'],
      source: `
def float_cell(cell, name):
    """A number with all its digits; what is not finite is an empty cell."""
    return ExactFloat(cell) if math.isfinite(cell) else None
`,
    },
    {
      name: 'ExactFloat',
      imports: [],
      source: `
class ExactFloat(float):
    """A number of which xlsxwriter writes all digits, which it formats with 16."""

    def __format__(self, spec):
        return repr(float(self))
`,
    },
  ],
};

const DATETIME_CELL: CellRule = {
  type: 'datetime',
  helpers: [
    {
      name: 'datetime_cell',
      imports: ['from datetime import datetime'],
      source: `
def datetime_cell(cell, name):
    """A datetime; before March 1900 or after 9999, which Excel lacks, it becomes ISO 8601."""
    if datetime(1900, 3, 1) <= cell < datetime(9999, 12, 31, 23, 59, 59, 999500):
        return cell
    digits = "auto" if cell.microsecond % 1000 else "milliseconds"
    return cell.isoformat(timespec=digits).removesuffix(".000")
`,
    },
  ],
};

const TEXT_CELL: CellRule = {
  type: 'string',
  helpers: [
    {
      name: 'text_cell',
      imports: [],
      source: `
def text_cell(cell, name):
    """A text of at most ${SHEET.characters} characters, as Excel counts them."""
    length = len(cell.encode("utf-16-le")) // 2
    if length > ${SHEET.characters}:
        raise ValueError(
            f'${tooLongForCell('{name}', '{length}')}'
        )
    return cell.replace("\\0", "\\ufffd")
`,
    },
  ],
};

/** @param columns code of the names and cells of the frame `frame` */
function writeExcel(columns: string): string {
  return `
def write_excel(frame, path, kinds):
    """Writes the rows as an Excel file; no text becomes a formula or a link.
    Kinds are functions that make a cell of a value and its column, by the class of the value."""
    if len(frame) >= ${SHEET.rows}:
        raise ValueError(
${inTwoLines(TOO_MANY_SHEET_ROWS)}
        )
    if len(frame.columns) > ${SHEET.columns}:
        raise ValueError(
            f"${tooManySheetColumns('{len(frame.columns)}')}"
        )
    options = {
        "default_date_format": "yyyy-mm-dd hh:mm:ss",
        "strings_to_formulas": False,
        "strings_to_urls": False,
    }
    columns = ${columns}
    with xlsxwriter.Workbook(path, options) as workbook:
        sheet = workbook.add_worksheet()
        for place, (name, cells) in enumerate(columns.items()):
            sheet.write_string(0, place, name)
            for row, cell in enumerate(cells, 1):
                kind = kinds.get(type(cell))
                sheet.write(row, place, cell if kind is None else kind(cell, name))
`;
}

/** The literal of two sentences, which together are longer than a line. */
function inTwoLines(text: string): string {
  const end = text.indexOf('. ') + 2;
  return [text.slice(0, end), text.slice(end)]
    .map((part) => `            ${pythonText(part)}`)
    .join('\n');
}

export const POLARS_SHEET: SheetLibrary = {
  writer: {
    name: 'write_excel',
    imports: ['import xlsxwriter'],
    source: writeExcel('frame.to_dict(as_series=False)'),
  },
  datetime: { code: 'datetime', imports: ['from datetime import datetime'] },
};

export const PANDAS_SHEET: SheetLibrary = {
  writer: {
    name: 'write_excel',
    imports: ['import xlsxwriter'],
    source: writeExcel('frame.astype(object).where(frame.notna(), None).to_dict("list")'),
  },
  datetime: { code: 'pd.Timestamp', imports: ['import pandas as pd'] },
};
