import type { ExportInput } from './export-request.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { PythonContext } from '../python/python-context.ts';
import { keyword } from '../python/code.ts';
import { pythonText } from '../python/python-literal.ts';

const TABLE_OPTIONS = ['null_values', 'skip_rows', 'has_header', 'comment', 'dates'] as const;

/** Reports whether the script reads the file as the service stores it, not as it was uploaded. */
export function readsKeptFile({ format, parseOptions }: ExportInput): boolean {
  const isRewritten = format === 'csv' || format === 'tsv' || format === 'excel';
  return isRewritten && TABLE_OPTIONS.some((name) => parseOptions?.[name] !== undefined);
}

function optionsOf(file: ExportInput): ParseOptions {
  return readsKeptFile(file) ? {} : (file.parseOptions ?? {});
}

/** Emits a note when the script needs another file than the uploaded one. */
export function emitKeptFileNote(python: PythonContext, file: ExportInput): void {
  if (!readsKeptFile(file)) return;
  if (file.download === undefined) {
    python.line('# The file as the service keeps it: download it there, under this name.');
    return;
  }
  python.line('# The file as the service keeps it. Download it under this name from');
  python.line(`# ${file.download}`);
}

/** Returns keyword arguments for the non-default dialect of a delimited file. */
export function dialectArguments(file: ExportInput): readonly string[] {
  const { delimiter, encoding, decimal } = dialectOf(file);
  return [
    ...(delimiter === ',' ? [] : [keyword('separator', pythonText(delimiter))]),
    ...(encoding === 'utf-8' ? [] : [keyword('encoding', pythonText(encoding))]),
    ...(decimal === ',' ? [keyword('decimal', '","')] : []),
  ];
}

/** The dialect of a delimited file. */
export interface FileDialect {
  readonly delimiter: string;
  /** In lower case. */
  readonly encoding: string;
  readonly decimal: string;
}

export function dialectOf(file: ExportInput): FileDialect {
  const { delimiter = ',', encoding = 'utf-8', decimal = '.' } = optionsOf(file);
  return {
    delimiter: file.format === 'tsv' ? '\t' : delimiter,
    encoding: encoding.toLowerCase(),
    decimal,
  };
}

/** Reports whether CSV readers read the encoding without being asked to. */
export function isUtf8({ encoding }: FileDialect): boolean {
  return encoding === 'utf-8' || encoding === 'utf-8-sig';
}

/** Returns the sheet of an Excel file as a Python argument; an index counts from 0. */
export function sheetArgument(file: ExportInput): readonly string[] {
  const { sheet } = optionsOf(file);
  if (sheet === undefined) return [];
  return [`sheet=${typeof sheet === 'number' ? String(sheet) : pythonText(sheet)}`];
}

/** Returns the argument with which polars reads exactly the file, if its name looks like a pattern. */
export function exactPath({ datasetName }: ExportInput): readonly string[] {
  return /[*?[\]]/.test(datasetName) ? [keyword('glob', 'False')] : [];
}
