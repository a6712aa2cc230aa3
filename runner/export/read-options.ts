import type { ExportInput } from './export-request.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';

const TABLE_OPTIONS = ['null_values', 'skip_rows', 'has_header', 'comment', 'dates'] as const;

/** Reports whether the script reads the file as the service stores it, not as it was uploaded. */
function readsKeptFile({ format, parseOptions }: ExportInput): boolean {
  const isRewritten = format === 'csv' || format === 'tsv' || format === 'excel';
  return isRewritten && TABLE_OPTIONS.some((name) => parseOptions?.[name] !== undefined);
}

function optionsOf(file: ExportInput): ParseOptions {
  return readsKeptFile(file) ? {} : (file.parseOptions ?? {});
}

/** Emits a note when the script needs another file than the uploaded one. */
export function emitKeptFileNote(python: PythonContext, file: ExportInput): void {
  if (!readsKeptFile(file)) return;
  python.line('# The file as the service keeps it: download it there, under this name.');
}

/** Returns keyword arguments for the non-default dialect of a delimited file. */
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

/** Returns the sheet of an Excel file as a Python argument; an index counts from 0. */
export function sheetArgument(file: ExportInput): readonly string[] {
  const { sheet } = optionsOf(file);
  if (sheet === undefined) return [];
  return [`sheet=${typeof sheet === 'number' ? String(sheet) : pythonText(sheet)}`];
}
