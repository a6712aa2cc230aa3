import type { ExportInput } from './export-request.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';

const TABLE_OPTIONS = ['null_values', 'skip_rows', 'has_header', 'comment', 'dates'] as const;

/** Whether the script reads the file as the service keeps and sends it, not as it was uploaded. */
function readsKeptFile({ format, parseOptions }: ExportInput): boolean {
  const isRewritten = format === 'csv' || format === 'tsv' || format === 'excel';
  return isRewritten && TABLE_OPTIONS.some((name) => parseOptions?.[name] !== undefined);
}

function optionsOf(file: ExportInput): ParseOptions {
  return readsKeptFile(file) ? {} : (file.parseOptions ?? {});
}

/** Says which file a script needs, where that is not the one that was uploaded. */
export function emitKeptFileNote(python: PythonContext, file: ExportInput): void {
  if (!readsKeptFile(file)) return;
  python.line('# The file as the service keeps it: download it there, under this name.');
}

/** Keyword arguments for how a delimited file is written, those that are not the default. */
export function dialectArguments(file: ExportInput): readonly string[] {
  const options = optionsOf(file);
  const delimiter = file.format === 'tsv' ? '\t' : (options.delimiter ?? ',');
  const encoding = options.encoding ?? 'utf-8';
  return [
    ...(delimiter === ',' ? [] : [`separator=${pythonText(delimiter)}`]),
    ...(/^utf-8$/i.test(encoding) ? [] : [`encoding=${pythonText(encoding)}`]),
    ...(options.decimal === ',' ? ['decimal=","'] : []),
  ];
}

/** The sheet of an Excel file as a Python argument; a number counts from 0. */
export function sheetArgument(file: ExportInput): readonly string[] {
  const { sheet } = optionsOf(file);
  if (sheet === undefined) return [];
  return [`sheet=${typeof sheet === 'number' ? String(sheet) : pythonText(sheet)}`];
}
