import type { ExportInput } from './export-request.ts';
import type { PythonContext } from '../python/python-context.ts';
import { call } from '../python/code.ts';
import { pythonLiteral } from '../python/python-literal.ts';
import { useNamedColumns } from '../compilers/found-columns.ts';
import { isBlank } from '../formats/header-names.ts';
import { EXCEL_READERS, READ_EXCEL_ROWS } from './excel-readers.ts';
import { recordsArgument, sheetArgument } from './read-options.ts';
import { JSON_READERS, JSON_NUMBER, READ_JSON_LINES, READ_JSON_RECORDS } from './json-readers.ts';
import {
  columnKinds,
  READ_TEXT_LINES,
  tableHelpers,
  type CellReader,
  type CellReaders,
  type PythonHelper,
  type TableLibrary,
} from './record-readers.ts';

/** The function that reads the records of a file, first, and those that it calls. */
const READER: Readonly<Record<'json' | 'jsonl' | 'text' | 'excel', CellReader>> = {
  json: READ_JSON_RECORDS,
  jsonl: READ_JSON_LINES,
  text: [READ_TEXT_LINES],
  excel: READ_EXCEL_ROWS,
};

/**
 * Returns Python that reads a file of records (JSON, JSON Lines, text, Excel) into a frame.
 * @param path the code of its path
 */
export function recordTable(
  python: PythonContext,
  file: ExportInput & { readonly format: keyof typeof READER },
  { library, path }: { readonly library: TableLibrary; readonly path: string },
): string {
  const helpers = READER[file.format];
  const cells = cellReaders(file);
  useHelpers(python, [...helpers, ...tableHelpers(library, file.columns, cells)]);
  const rows = namedRows(python, file, call(helpers[0].name, [path, ...readerArguments(file)]));
  return call('table', [rows, columnKinds(library, file.columns, cells)]);
}

function cellReaders(file: ExportInput): CellReaders | undefined {
  if (file.format === 'excel') return EXCEL_READERS;
  return isJson(file) ? JSON_READERS : undefined;
}

/** The code of rows in which columns without a name in the file have the names that the upload gave them. */
function namedRows(python: PythonContext, file: ExportInput, rows: string): string {
  const isNamed = file.columns.some(
    ({ name }, place) => /^column_(\d+)(?:\.\d+)?$/.exec(name)?.[1] === String(place + 1),
  );
  if (!isJson(file) || !isNamed || file.columns.some(({ name }) => isBlank(name))) return rows;
  useNamedColumns(python);
  python.helper('named_rows', NAMED_ROWS);
  return call('named_rows', [rows]);
}

const NAMED_ROWS = `
def named_rows(rows):
    """The rows of a JSON file: a blank key is named by the position of its column."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    names = dict(zip(keys, named_columns(keys), strict=True))
    return [{names[key]: cell for key, cell in row.items()} for row in rows]
`;

function readerArguments(file: ExportInput): readonly string[] {
  if (file.format === 'excel') {
    return [pythonLiteral(file.columns.map(({ name }) => name)), ...sheetArgument(file)];
  }
  const hasTexts = file.columns.some(({ type }) => type === 'string');
  return isJson(file) ? [...(hasTexts ? [JSON_NUMBER.name] : []), ...recordsArgument(file)] : [];
}

function isJson({ format }: ExportInput): boolean {
  return format === 'json' || format === 'jsonl';
}

export function useHelpers(python: PythonContext, helpers: readonly PythonHelper[]): void {
  for (const { name, source, imports } of helpers) {
    for (const statement of imports) python.import(statement);
    python.helper(name, source);
  }
}
