import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { ExportInput } from './export-request.ts';
import { POLARS_TABLE, type PythonHelper } from './record-readers.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonCall, pythonDict } from '../python/python-dict.ts';
import { pythonText } from '../python/python-literal.ts';
import { dialectArguments, emitKeptFileNote } from './read-options.ts';
import { recordTable, useHelpers } from './record-input.ts';

/** Emits polars code that reads a file with the column types determined at upload. */
export function emitPolarsInput(python: PythonContext, file: ExportInput): void {
  python.import('import polars as pl');
  emitKeptFileNote(python, file);
  python.line(`${python.target} = ${readCall(python, file)}`);
}

function readCall(python: PythonContext, file: ExportInput): string {
  const schema = pythonDict(
    file.columns.map(({ name, type }) => [name, COLUMN_TYPE_TABLE[type].polarsPython] as const),
  );
  const args = [pythonText(file.datasetName), schema];
  switch (file.format) {
    case 'csv':
    case 'tsv':
      useHelpers(python, [CSV_SOURCE, SCAN_CSV]);
      return scan(python, pythonCall('scan_csv', [...args, ...dialectArguments(file)]));
    case 'parquet':
      useHelpers(python, [SCAN_PARQUET]);
      return scan(python, pythonCall('scan_parquet', args));
    case 'json':
    case 'jsonl':
    case 'text':
    case 'excel': {
      const table = recordTable(python, { ...file, format: file.format }, POLARS_TABLE);
      return python.lazy ? `${table}.lazy()` : table;
    }
  }
}

function scan(python: PythonContext, call: string): string {
  return python.lazy ? call : `${call}.collect()`;
}

const CSV_SOURCE: PythonHelper = {
  name: 'csv_source',
  imports: ['import re', 'from pathlib import Path'],
  source: `
def csv_source(path, encoding):
    """The file as polars reads it: its path, or its text as UTF-8 without blank lines."""
    data = Path(path).read_bytes()
    if encoding != "utf-8":
        data = data.decode(encoding).encode()
    elif not re.search(rb"\\n\\r?\\n|\\r[^\\n]", data):
        return path
    quoted_or_break = re.compile(rb'("[^"]*")|(?:\\r\\n?|\\n)+')
    return quoted_or_break.sub(lambda match: match[1] or b"\\n", data)
`,
};

const SCAN_CSV: PythonHelper = {
  name: 'scan_csv',
  imports: ['import polars as pl'],
  source: `
def scan_csv(path, schema, separator=",", encoding="utf-8", decimal="."):
    """Scans a CSV file with known types: only empty cells are null, and NaN among numbers."""
    cells = pl.scan_csv(
        csv_source(path, encoding),
        separator=separator,
        has_header=False,
        skip_rows=1,
        schema=dict.fromkeys((f"c{place}" for place in range(len(schema))), pl.String),
        null_values=[""],
        raise_if_empty=False,
        glob=False,
    )
    columns = []
    for place, (name, dtype) in enumerate(schema.items()):
        column = pl.col(f"c{place}")
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
            column = column.str.to_datetime(time_unit="us")
        columns.append(column.alias(name))
    return cells.select(columns)
`,
};

const SCAN_PARQUET: PythonHelper = {
  name: 'scan_parquet',
  imports: ['import polars as pl', 'import polars.selectors as cs'],
  source: `
def scan_parquet(path, schema):
    """Scans a Parquet file into the given types; NaN is null, zoned times become UTC."""
    columns = [cs.by_name(name).cast(dtype) for name, dtype in schema.items()]
    return pl.scan_parquet(path, glob=False).select(
        column.fill_nan(None) if dtype == pl.Float64 else column
        for column, dtype in zip(columns, schema.values())
    )
`,
};
