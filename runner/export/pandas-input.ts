import { READ_DATETIME } from '../expressions/operations/python-helpers.ts';
import type { FileIrregularity } from '../domain/file-irregularity.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { ExportInput } from './export-request.ts';
import { PANDAS_TABLE, type PythonHelper } from './record-readers.ts';
import type { PythonContext } from '../python/python-context.ts';
import { assign, call, dict, keyword } from '../python/code.ts';
import { pythonText } from '../python/python-literal.ts';
import { WHITE_SPACE_HELPER, WHITE_SPACE_NAME } from '../python/white-space-helper.ts';
import { pandasParquetCall } from './pandas-parquet.ts';
import { CSV_TYPES, plainReaderProblem } from './plain-reader.ts';
import {
  dialectArguments,
  dialectOf,
  emitKeptFileNote,
  isUtf8,
  skipArgument,
  tableArguments,
  unpackedArgument,
} from './read-options.ts';
import { recordTable, useHelpers } from './record-input.ts';

/** Emits pandas code that reads a file with the column types determined at upload. */
export function emitPandasInput(python: PythonContext, file: ExportInput): void {
  emitKeptFileNote(python, file);
  python.line(assign(python.target, pandasInput(python, file, pythonText(file.datasetName))));
}

/** Returns pandas code that reads a file, after the lines that it needs. @param path the code of its path */
export function pandasInput(python: PythonContext, file: ExportInput, path: string): string {
  python.import('import pandas as pd');
  const dtypes = dict(
    file.columns.map(({ name, type }) => [name, pythonText(COLUMN_TYPE_TABLE[type].pandasPython)]),
  );
  switch (file.format) {
    case 'csv':
    case 'tsv':
      return csvCall(python, file, [path, dtypes]);
    case 'parquet':
      return pandasParquetCall(python, file, [path, dtypes]);
    case 'json':
    case 'jsonl':
    case 'text':
    case 'excel':
      return recordTable(python, { ...file, format: file.format }, { library: PANDAS_TABLE, path });
  }
}

/** What `pd.read_csv` with dtypes cannot read as the service does. */
const HARD_FOR_PANDAS: readonly FileIrregularity[] = [
  'renamed_columns',
  'padded_cells',
  'nan_cells',
  'boolean_case',
  'large_integers',
];

function csvCall(
  python: PythonContext,
  file: ExportInput,
  [path, dtypes]: readonly [path: string, dtypes: string],
): string {
  const problem = plainReaderProblem(file, 'pd.read_csv', {
    hard: HARD_FOR_PANDAS,
    types: CSV_TYPES,
  });
  if (problem !== null) {
    python.line(`# ${problem}`);
    python.helper(WHITE_SPACE_NAME, WHITE_SPACE_HELPER);
    useHelpers(python, [READ_CSV]);
    return call('read_csv', [
      path,
      dtypes,
      ...dialectArguments(file),
      ...skipArgument(file),
      ...tableArguments(file),
      ...dateReader(python, file),
    ]);
  }
  const dialect = dialectOf(file);
  return call('pd.read_csv', [
    path,
    ...(dialect.delimiter === ',' ? [] : [keyword('sep', pythonText(dialect.delimiter))]),
    ...(isUtf8(dialect) ? [] : [keyword('encoding', pythonText(dialect.encoding))]),
    ...(dialect.decimal === '.' ? [] : [keyword('decimal', pythonText(dialect.decimal))]),
    keyword('dtype', dtypes),
    // Else pandas reads texts such as NA and None as missing.
    keyword('keep_default_na', 'False'),
    keyword('na_values', '[""]'),
    ...unpackedArgument(file),
  ]);
}

/** The function that reads the dates of a file as the service does, as an argument. */
function dateReader(python: PythonContext, { columns }: ExportInput): readonly string[] {
  if (!columns.some(({ type }) => type === 'datetime')) return [];
  python.import('import re');
  python.import('from datetime import datetime, timedelta');
  python.helper('read_datetime', READ_DATETIME);
  return [keyword('read_date', 'read_datetime')];
}

const READ_CSV: PythonHelper = {
  name: 'read_csv',
  imports: ['import pandas as pd'],
  source: `
def read_csv(
    path,
    dtypes,
    separator=",",
    encoding="utf-8-sig",
    decimal=".",
    skip=0,
    header=True,
    null_values=(),
    read_date=None,
):
    """Reads a CSV file with known types, below the lines to skip: empty cells and null_values are
    missing, as are NaN among numbers."""
    with open(path, encoding=encoding, newline="") as file:
        for _ in range(skip):
            file.readline()
        frame = pd.read_csv(
            file,
            sep=separator,
            header=0 if header else None,
            names=list(dtypes),
            index_col=False,
            dtype={
                name: "string" if dtype == "string" else "string[python]"
                for name, dtype in dtypes.items()
            },
            keep_default_na=False,
            na_values=[""],
        )
    for name, dtype in dtypes.items():
        if null_values:
            texts = frame[name].str.strip(WHITE_SPACE)
            frame[name] = frame[name].mask(texts.isin(list(null_values)))
        if dtype == "string":
            continue
        cells = frame[name].str.strip().replace("", pd.NA)
        if dtype == "boolean":
            words = cells.str.lower()
            frame[name] = words.map({"true": True, "false": False}).astype(dtype)
        elif dtype == "datetime64[us]":
            frame[name] = cells.map(read_date, na_action="ignore").astype(dtype)
        elif dtype == "Float64":
            numbers = cells.str.replace(decimal, ".", regex=False).astype("float64")
            frame[name] = numbers.astype(dtype)
        else:
            frame[name] = cells.astype(dtype)
    return frame
`,
};
