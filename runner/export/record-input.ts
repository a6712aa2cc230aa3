import type { ExportInput } from './export-request.ts';
import type { PythonContext } from '../python/python-context.ts';
import { call } from '../python/code.ts';
import { pythonLiteral, pythonText } from '../python/python-literal.ts';
import { sheetArgument } from './read-options.ts';
import {
  columnKinds,
  READ_EXCEL_ROWS,
  READ_JSON_LINES,
  READ_JSON_RECORDS,
  READ_TEXT_LINES,
  tableHelpers,
  type PythonHelper,
  type TableLibrary,
} from './record-readers.ts';

const READER: Readonly<Record<'json' | 'jsonl' | 'text' | 'excel', PythonHelper>> = {
  json: READ_JSON_RECORDS,
  jsonl: READ_JSON_LINES,
  text: READ_TEXT_LINES,
  excel: READ_EXCEL_ROWS,
};

/**
 * Returns Python that reads a file of records (JSON, JSON Lines, text, Excel) into a frame.
 */
export function recordTable(
  python: PythonContext,
  file: ExportInput & { readonly format: keyof typeof READER },
  library: TableLibrary,
): string {
  const reader = READER[file.format];
  useHelpers(python, [reader, ...tableHelpers(library, file.columns)]);
  const names = pythonLiteral(file.columns.map(({ name }) => name));
  const sheet = file.format === 'excel' ? [names, ...sheetArgument(file)] : [];
  const rows = call(reader.name, [pythonText(file.datasetName), ...sheet]);
  return call('table', [rows, columnKinds(library, file.columns)]);
}

export function useHelpers(python: PythonContext, helpers: readonly PythonHelper[]): void {
  for (const { name, source, imports } of helpers) {
    for (const statement of imports) python.import(statement);
    python.helper(name, source);
  }
}
