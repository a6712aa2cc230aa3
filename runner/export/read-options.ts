import type { ExportInput } from './export-request.ts';
import { WHITESPACE, type ParseOptions } from '../domain/parse-options.ts';
import type { PythonContext } from '../python/python-context.ts';
import { call, keyword } from '../python/code.ts';
import { pythonLiteral, pythonText } from '../python/python-literal.ts';

/** The options that scripts apply to delimited text. */
const TEXT_OPTIONS = ['skip_rows', 'has_header', 'null_values', 'column_names', 'dates'] as const;
const SHEET_OPTIONS = ['skip_rows', 'has_header', 'null_values', 'column_names'] as const;
/** The options by which cells are split otherwise than libraries of Python split them. */
const SPLITTING_OPTIONS = [
  'rows',
  'comment',
  'quote_char',
  'escape_char',
  'skip_initial_space',
] as const;

/**
 * Reports whether the script reads the file as the service stores it, not as it was uploaded: for a sheet with
 * options, for other rules of splitting cells, and for comments, which pandas also finds at the end of a line.
 */
export function readsKeptFile(file: Pick<ExportInput, 'format' | 'parseOptions'>): boolean {
  return optionsOfKeptFile(file).length > 0;
}

/** The options that the scripts of a file cannot apply themselves, so that they read the file as the service keeps it. */
export function optionsOfKeptFile({
  format,
  parseOptions,
}: Pick<ExportInput, 'format' | 'parseOptions'>): readonly (keyof ParseOptions)[] {
  if (parseOptions === null) return [];
  if (format === 'excel') return SHEET_OPTIONS.filter((name) => parseOptions[name] !== undefined);
  if (format !== 'csv' && format !== 'tsv') return [];
  // A quote within a cell is doubled, so its text is not that of the cell.
  const hasQuote = parseOptions.null_values?.some((text) => text.includes('"')) === true;
  return [
    ...SPLITTING_OPTIONS.filter((name) => parseOptions[name] !== undefined),
    ...(parseOptions.delimiter === WHITESPACE ? (['delimiter'] as const) : []),
    ...(UNLIKE_PYTHON.includes(parseOptions.encoding ?? '') ? (['encoding'] as const) : []),
    ...(hasQuote ? (['null_values'] as const) : []),
  ];
}

/** Encodings in which some bytes are other characters in Python. */
const UNLIKE_PYTHON: readonly string[] = ['mac-roman', 'euc-jp', 'gb18030', 'big5'];

/** The parse options by which a script reads a delimited file as it was uploaded, beside its dialect. */
export interface TableOptions {
  /** The number of lines above the table. */
  readonly skip: number;
  readonly hasHeader: boolean;
  readonly nullValues: readonly string[];
  /** The names of those that the upload set. */
  readonly names: readonly string[];
}

export function tableOptionsOf(file: ExportInput): TableOptions {
  const options = optionsOf(file);
  return {
    skip: options.skip_rows ?? 0,
    hasHeader: options.has_header ?? true,
    nullValues: options.null_values ?? [],
    names: TEXT_OPTIONS.filter((name) => options[name] !== undefined),
  };
}

/** The arguments of a reader for a table without a header, and for texts that mean null. */
export function tableArguments(file: ExportInput): readonly string[] {
  const { hasHeader, nullValues } = tableOptionsOf(file);
  return [
    ...(hasHeader ? [] : [keyword('header', 'False')]),
    ...(nullValues.length === 0 ? [] : [keyword('null_values', pythonLiteral(nullValues))]),
  ];
}

/** The argument of a reader for the lines above a table. */
export function skipArgument(file: ExportInput): readonly string[] {
  const { skip } = tableOptionsOf(file);
  return skip === 0 ? [] : [keyword('skip', String(skip))];
}

function optionsOf(file: ExportInput): ParseOptions {
  return readsKeptFile(file) ? {} : (file.parseOptions ?? {});
}

/** Emits a note on which file the script needs, where the uploaded one and the one that the service keeps differ. */
export function emitKeptFileNote(python: PythonContext, file: ExportInput): void {
  if (!readsKeptFile(file)) {
    emitUploadNote(python, file);
    return;
  }
  if (file.download === undefined) {
    python.line('# The file as the service keeps it: download it there, under this name.');
    return;
  }
  python.line('# The file as the service keeps it. Download it under this name from');
  python.line(`# ${file.download}`);
}

/** A download of the dataset has its header first, so options would leave out or add rows. */
function emitUploadNote(python: PythonContext, file: ExportInput): void {
  const { names, skip, hasHeader } = tableOptionsOf(file);
  const isText = file.format === 'csv' || file.format === 'tsv';
  if (!isText || names.length === 0) return;
  python.line('# The file as it was uploaded, not a download of the dataset.');
  if (skip === 0 && hasHeader) return;
  python.import('import csv');
  python.helper('check_uploaded', CHECK_UPLOADED);
  const header = pythonLiteral(file.columns.map(({ name }) => name));
  const separator = file.format === 'tsv' ? [keyword('separator', '"\\t"')] : [];
  python.line(call('check_uploaded', [pythonText(file.datasetName), header, ...separator]));
}

const CHECK_UPLOADED = `
def check_uploaded(path, header, separator=","):
    """Fails for a download of the dataset, whose first line is the header."""
    with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
        if next(csv.reader(file, delimiter=separator), None) == header:
            raise ValueError(f"{path} is a download of the dataset: use the uploaded file.")
`;

/** Returns keyword arguments for the non-default dialect of a delimited file. */
export function dialectArguments(file: ExportInput): readonly string[] {
  const { delimiter, encoding, decimal } = dialectOf(file);
  return [
    ...(delimiter === ',' ? [] : [keyword('separator', pythonText(delimiter))]),
    ...(encoding === 'utf-8' ? [] : [keyword('encoding', pythonText(encoding))]),
    ...(decimal === ',' ? [keyword('decimal', '","')] : []),
  ];
}

/** The codecs of Python whose names are not those of the option: the supersets that other programs write. */
const PYTHON_CODECS: Readonly<Record<string, string>> = {
  shift_jis: 'cp932',
  'euc-kr': 'cp949',
};

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
    encoding: PYTHON_CODECS[encoding] ?? encoding.toLowerCase(),
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

/** Returns the keys that lead to the records of a JSON file as a Python argument. */
export function recordsArgument(file: ExportInput): readonly string[] {
  const { records } = optionsOf(file);
  return records === undefined ? [] : [keyword('keys', pythonLiteral(records.split('.')))];
}

/** Names by which pandas takes a file for a packed one. The service keeps every file unpacked. */
const PACKED_NAME = /\.(?:gz|bz2|zip|xz|zst|tar)$/i;

/** Returns the argument with which pandas reads a file as it is, whatever its name says. */
export function unpackedArgument({ datasetName }: ExportInput): readonly string[] {
  return PACKED_NAME.test(datasetName) ? [keyword('compression', 'None')] : [];
}
