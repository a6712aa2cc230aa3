import { TO_DATETIME } from '../expressions/operations/polars-cast-helpers.ts';
import type { FileIrregularity } from '../domain/file-irregularity.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { ExportInput } from './export-request.ts';
import { POLARS_TABLE, type PythonHelper } from './record-readers.ts';
import type { PythonContext } from '../python/python-context.ts';
import { assign, call, chain, dict, keyword } from '../python/code.ts';
import { pythonText } from '../python/python-literal.ts';
import { CSV_TYPES, plainReaderProblem } from './plain-reader.ts';
import { polarsParquetCall } from './polars-parquet.ts';
import {
  dialectOf,
  emitKeptFileNote,
  exactPath,
  isUtf8,
  readsKeptFile,
  skipArgument,
  tableArguments,
  tableOptionsOf,
  type FileDialect,
} from './read-options.ts';
import { recordTable, useHelpers } from './record-input.ts';

/**
 * Emits polars code that reads a file with the column types determined at upload.
 * @param wraps whether a filter by arithmetic that wraps around may reach the scan of the file
 */
export function emitPolarsInput(python: PythonContext, file: ExportInput, wraps: boolean): void {
  emitKeptFileNote(python, file);
  const path = pythonText(file.datasetName);
  python.line(assign(python.target, polarsInput(python, file, { path, wraps })));
}

/** Returns polars code that reads a file, after the lines that it needs. @param path the code of its path */
export function polarsInput(
  python: PythonContext,
  file: ExportInput,
  { path, wraps }: { readonly path: string; readonly wraps: boolean },
): string {
  python.import('import polars as pl');
  const schema = dict(
    file.columns.map(({ name, type }) => [name, COLUMN_TYPE_TABLE[type].polarsPython]),
  );
  switch (file.format) {
    case 'csv':
    case 'tsv':
      return csvCall(python, file, [path, schema]);
    case 'parquet':
      return polarsParquetCall(python, file, { path, schema, wraps });
    case 'json':
    case 'jsonl':
    case 'text':
    case 'excel': {
      if (python.lazy) python.line(`# ${NOT_SCANNED[file.format]} It is read whole.`);
      const table = recordTable(
        python,
        { ...file, format: file.format },
        { library: POLARS_TABLE, path },
      );
      return python.lazy ? `${table}.lazy()` : table;
    }
  }
}

/** Why a lazy script reads a file at once. */
const NOT_SCANNED: Readonly<Record<'json' | 'jsonl' | 'text' | 'excel', string>> = {
  json: 'Polars scans no JSON list.',
  jsonl: 'A scan of JSON Lines knows the types of the first lines only.',
  text: 'Polars scans no lines of text.',
  excel: 'Polars scans no Excel file.',
};

function scan(python: PythonContext, code: string): string {
  return python.lazy ? code : chain(code, [call('collect')]);
}

/** What polars refuses, or splits into other cells. */
const HARD_TO_SPLIT: readonly FileIrregularity[] = [
  'blank_lines',
  'misplaced_quotes',
  'lone_carriage_returns',
  'comments',
];

/** What `pl.read_csv` and `pl.scan_csv` with types cannot read as the service does. */
const HARD_FOR_POLARS: readonly FileIrregularity[] = [
  ...HARD_TO_SPLIT,
  'null_texts',
  'renamed_columns',
  'padded_cells',
  'nan_cells',
];

/** polars keeps the quotes of such a name doubled, as the file has them. */
function isQuoted(name: string): boolean {
  return name.includes('"');
}

function csvCall(
  python: PythonContext,
  file: ExportInput,
  [path, schema]: readonly [path: string, schema: string],
): string {
  const dialect = dialectOf(file);
  const reader = python.lazy ? 'pl.scan_csv' : 'pl.read_csv';
  const problem = isUtf8(dialect)
    ? plainReaderProblem(file, reader, {
        hard: HARD_FOR_POLARS,
        types: CSV_TYPES,
        isHardName: isQuoted,
      })
    : `polars scans UTF-8 only, and this file is in ${dialect.encoding}.`;
  const separator = keyword('separator', pythonText(dialect.delimiter));
  if (problem !== null) {
    python.line(`# ${problem}`);
    useHelpers(python, [SCAN_CSV]);
    const source = isRegularText(file, dialect) ? path : sourceCall(python, file, path);
    const decimal = keyword('decimal', pythonText(dialect.decimal));
    return scan(
      python,
      call('scan_csv', [
        source,
        schema,
        ...unlessUsual(dialect, separator, decimal),
        ...tableArguments(file),
        ...dateReader(python, file),
      ]),
    );
  }
  return call(reader, [
    path,
    ...unlessUsual(dialect, separator, keyword('decimal_comma', 'True')),
    keyword('schema_overrides', schema),
    // Else polars reads a quoted empty cell as an empty text.
    keyword('null_values', '""'),
    ...exactPath(file),
  ]);
}

/** The function that reads the dates of a file as the service does, as an argument. */
function dateReader(python: PythonContext, { columns }: ExportInput): readonly string[] {
  if (!columns.some(({ type }) => type === 'datetime')) return [];
  python.helper('to_datetime', TO_DATETIME);
  return [keyword('read_date', 'to_datetime')];
}

/** Returns the arguments of what the file has other than commas and decimal points. */
function unlessUsual(dialect: FileDialect, separator: string, decimal: string): readonly string[] {
  return [
    ...(dialect.delimiter === ',' ? [] : [separator]),
    ...(dialect.decimal === '.' ? [] : [decimal]),
  ];
}

/** Reports whether polars can split the file into cells, so that it is scanned and not read at once. */
function isRegularText(file: ExportInput, dialect: FileDialect): boolean {
  if (readsKeptFile(file) || !isUtf8(dialect) || tableOptionsOf(file).skip > 0) return false;
  return file.irregularities?.every((each) => !HARD_TO_SPLIT.includes(each)) ?? false;
}

function sourceCall(python: PythonContext, file: ExportInput, path: string): string {
  const { delimiter, encoding } = dialectOf(file);
  useHelpers(python, [REQUOTED, CSV_SOURCE]);
  return call('csv_source', [
    path,
    ...(encoding === 'utf-8' ? [] : [keyword('encoding', pythonText(encoding))]),
    ...blanksArgument(file, delimiter),
    ...(delimiter === ',' ? [] : [keyword('separator', pythonText(delimiter))]),
    ...skipArgument(file),
  ]);
}

/** A line of blanks is a row if the file has one column; a tab is no blank if it separates cells. */
function blanksArgument({ columns }: ExportInput, delimiter: string): readonly string[] {
  if (columns.length === 1) return [keyword('blanks', pythonText(''))];
  return delimiter === '\t' ? [keyword('blanks', pythonText(' '))] : [];
}

const REQUOTED: PythonHelper = {
  name: 'requoted',
  imports: ['import re'],
  source: `
def requoted(data, separator):
    """The text of a CSV file, in which each cell with a quote is quoted as a whole."""

    def cell(match):
        quoted, tail, plain = match.groups()
        if not tail and plain is None:
            return match[0]
        return b'"%b"' % ((quoted or b"") + (tail or plain or b"").replace(b'"', b'""'))

    stop = rb"%b\\r\\n" % re.escape(separator.encode())
    quoted = rb'(?:\\A\\xef\\xbb\\xbf)?"([^"]*(?:""[^"]*)*)"([^%b]*)' % stop
    plain = rb'([^%b"]+"[^%b]*)' % (stop, stop)
    return re.sub(rb"(?<![^%b])(?:%b|%b)" % (stop, quoted, plain), cell, data)
`,
};

const CSV_SOURCE: PythonHelper = {
  name: 'csv_source',
  imports: ['import re', 'from pathlib import Path'],
  source: `
def csv_source(path, encoding="utf-8", blanks=" \\t", separator=",", skip=0):
    """The file as polars reads it: its path, or its text as UTF-8 with all quotes around cells,
    below the lines to skip."""
    data = Path(path).read_bytes()
    blank = rb"[%b]*" % blanks.encode() if blanks else b""
    start, end = rb"\\A(?:\\xef\\xbb\\xbf)?", rb"(?:\\r\\n?|\\n)"
    is_utf8 = encoding == "utf-8"
    data = data if is_utf8 else data.decode(encoding).encode()
    data = re.sub(rb"\\A(?:[^\\r\\n]*(?:\\r\\n?|\\n)){%d}" % skip, b"", data)
    text = requoted(data, separator)
    hard = rb"(?:%b|\\n)%b\\r?\\n|\\r[^\\n]|\\n[ \\t]+\\Z" % (start, blank)
    if is_utf8 and skip == 0 and text == data and not re.search(hard, data):
        return path
    text = re.sub(rb"%b(?:%b%b)+" % (start, blank, end), b"", text)
    quoted_or_break = rb'("[^"]*")|%b(?:%b%b)*(?:%b\\Z)?' % (end, blank, end, blank)
    return re.sub(quoted_or_break, lambda match: match[1] or b"\\n", text)
`,
};

const SCAN_CSV: PythonHelper = {
  name: 'scan_csv',
  imports: ['import polars as pl'],
  source: `
def scan_csv(
    source, schema, separator=",", decimal=".", header=True, null_values=(), read_date=None
):
    """Scans a CSV file with known types: empty cells and null_values are null, and NaN among
    numbers."""
    cells = pl.scan_csv(
        source,
        separator=separator,
        has_header=header,
        new_columns=[f"c{place}" for place in range(len(schema))],
        infer_schema_length=0,
        null_values=[""],
        raise_if_empty=False,
        glob=False,
    )
    columns = []
    for place, (name, dtype) in enumerate(schema.items()):
        column = pl.col(f"c{place}")
        if null_values:
            column = pl.when(~column.str.strip_chars().is_in(list(null_values))).then(column)
        if dtype != pl.String:
            column = column.str.strip_chars().replace("", None)
        if dtype == pl.Boolean:
            column = column.str.to_lowercase() == "true"
        elif dtype == pl.Float64:
            number = column.str.replace(decimal, ".", literal=True).str.to_lowercase()
            column = number.str.replace(r"^\\+", "").cast(dtype).fill_nan(None)
        elif dtype in (pl.Int64, pl.Null):
            column = column.cast(dtype)
        elif dtype != pl.String:
            column = read_date(column)
        columns.append(column.alias(name))
    return cells.select(columns)
`,
};
