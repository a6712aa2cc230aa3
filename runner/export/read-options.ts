import type { ExportInput } from './export-request.ts';
import { pythonText } from '../python/python-literal.ts';

/** Keyword arguments for how a delimited file is written, those that are not the default. */
export function dialectArguments(file: ExportInput): readonly string[] {
  const options = file.parseOptions ?? {};
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
  const sheet = file.parseOptions?.sheet;
  if (sheet === undefined) return [];
  return [`sheet=${typeof sheet === 'number' ? String(sheet) : pythonText(sheet)}`];
}
