import type { FileIrregularity } from '../domain/file-irregularity.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { ExportInput } from './export-request.ts';
import { PANDAS_TABLE, type PythonHelper } from './record-readers.ts';
import type { PythonContext } from '../python/python-context.ts';
import { assign, call, dict, keyword } from '../python/code.ts';
import { pythonText } from '../python/python-literal.ts';
import { plainReaderProblem } from './plain-csv.ts';
import { dialectArguments, dialectOf, emitKeptFileNote, isUtf8 } from './read-options.ts';
import { recordTable, useHelpers } from './record-input.ts';

/** Emits pandas code that reads a file with the column types determined at upload. */
export function emitPandasInput(python: PythonContext, file: ExportInput): void {
  python.import('import pandas as pd');
  emitKeptFileNote(python, file);
  python.line(assign(python.target, readCall(python, file)));
}

function readCall(python: PythonContext, file: ExportInput): string {
  const path = pythonText(file.datasetName);
  const dtypes = dict(
    file.columns.map(({ name, type }) => [name, pythonText(COLUMN_TYPE_TABLE[type].pandasPython)]),
  );
  switch (file.format) {
    case 'csv':
    case 'tsv':
      return csvCall(python, file, [path, dtypes]);
    case 'parquet':
      useHelpers(python, [READ_PARQUET]);
      return call('read_parquet', [path, dtypes]);
    case 'json':
    case 'jsonl':
    case 'text':
    case 'excel':
      return recordTable(python, { ...file, format: file.format }, PANDAS_TABLE);
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
  const problem = plainReaderProblem(file, 'pd.read_csv', HARD_FOR_PANDAS);
  if (problem !== null) {
    python.line(`# ${problem}`);
    useHelpers(python, [READ_CSV]);
    return call('read_csv', [path, dtypes, ...dialectArguments(file)]);
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
  ]);
}

const READ_CSV: PythonHelper = {
  name: 'read_csv',
  imports: ['import pandas as pd'],
  source: `
def read_csv(path, dtypes, separator=",", encoding="utf-8-sig", decimal="."):
    """Reads a CSV file with known types: only empty cells are missing, and NaN among numbers."""
    not_a_number = [sign + word for sign in ("", "+", "-") for word in ("nan", "NaN", "NAN", "Nan")]
    as_read = {
        name: {"Float64": "float64", "Int64": "Int64"}.get(dtype, "string")
        for name, dtype in dtypes.items()
    }
    frame = pd.read_csv(
        path,
        sep=separator,
        encoding=encoding,
        decimal=decimal,
        header=0,
        names=list(dtypes),
        index_col=False,
        dtype=as_read,
        keep_default_na=False,
        na_values={
            name: ["", *not_a_number] if dtype == "float64" else [""]
            for name, dtype in as_read.items()
        },
    )
    for name, dtype in dtypes.items():
        if dtype == "boolean":
            words = frame[name].str.strip().str.lower()
            frame[name] = words.map({"true": True, "false": False}).astype("boolean")
        elif dtype == "datetime64[us]":
            moments = pd.to_datetime(frame[name], format="ISO8601", utc=True)
            frame[name] = moments.dt.tz_localize(None).astype(dtype)
    return frame.astype(dtypes)
`,
};

const READ_PARQUET: PythonHelper = {
  name: 'read_parquet',
  imports: ['import pandas as pd'],
  source: `
def read_parquet(path, dtypes):
    """Reads a Parquet file into the given types; NaN is missing, zoned times become UTC."""
    frame = pd.read_parquet(path, dtype_backend="numpy_nullable")[list(dtypes)]
    for name, dtype in dtypes.items():
        column = frame[name]
        if isinstance(column.dtype, pd.DatetimeTZDtype):
            column = column.dt.tz_convert(None)
        if dtype == "Float64":
            column = column.astype("float64")
        frame[name] = column.astype(dtype)
    return frame
`,
};
