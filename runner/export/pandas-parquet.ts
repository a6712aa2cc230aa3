import type { FileIrregularity } from '../domain/file-irregularity.ts';
import { useNestedText } from '../compilers/found-columns.ts';
import { call, chain, dict, keyword } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { ExportInput } from './export-request.ts';
import { plainReaderProblem } from './plain-reader.ts';
import { useHelpers } from './record-input.ts';
import type { PythonHelper } from './record-readers.ts';

/** What `pd.read_parquet` and a cast cannot read as the service does. */
const HARD_FOR_PANDAS: readonly FileIrregularity[] = [
  'other_types',
  'renamed_columns',
  'pandas_index',
];

/** Returns the pandas code that reads a Parquet file. */
export function pandasParquetCall(
  python: PythonContext,
  file: ExportInput,
  [path, dtypes]: readonly [path: string, dtypes: string],
): string {
  const problem = plainReaderProblem(file, 'pd.read_parquet', { hard: HARD_FOR_PANDAS });
  if (problem === null) {
    const read = call('pd.read_parquet', [path, keyword('dtype_backend', '"numpy_nullable"')]);
    return chain(read, [...nanToMissing(file), call('astype', [dtypes])]);
  }
  python.line(`# ${problem}`);
  useNestedText(python);
  useHelpers(python, [NESTED_TEXTS, CELL_TEXT, READ_PARQUET]);
  return call('read_parquet', [path, dtypes]);
}

/** A nullable float column keeps NaN beside missing values; numpy's floats have only NaN. */
function nanToMissing({ irregularities, columns }: ExportInput): readonly string[] {
  if (irregularities?.includes('nan_cells') !== true) return [];
  const floats = columns.filter(({ type }) => type === 'float');
  return [call('astype', [dict(floats.map(({ name }) => [name, '"float64"']))])];
}

const NESTED_TEXTS: PythonHelper = {
  name: 'nested_texts',
  imports: ['import pyarrow.parquet as pq'],
  source: `
def nested_texts(path, name):
    """The lists or structs of a column of a Parquet file as JSON."""
    return [
        None if cell is None else nested_text(cell)
        for cell in pq.read_table(path).column(name).to_pylist()
    ]
`,
};

const CELL_TEXT: PythonHelper = {
  name: 'cell_text',
  imports: ['from datetime import time'],
  source: `
def cell_text(cell):
    """A time of a day as ISO 8601, bytes as UTF-8."""
    if isinstance(cell, time):
        return cell.isoformat().removesuffix("000")
    return cell.decode() if isinstance(cell, bytes) else cell
`,
};

const READ_PARQUET: PythonHelper = {
  name: 'read_parquet',
  imports: ['import pandas as pd', 'import pyarrow as pa', 'import pyarrow.parquet as pq'],
  source: `
def read_parquet(path, dtypes):
    """Reads a Parquet file into the given types; NaN is missing, zoned times become UTC.
    Durations are seconds, lists and structs are JSON."""
    schema = pq.read_schema(path)
    names = schema.names
    nested = [name for name in names if pa.types.is_nested(schema.field(name).type)]
    plain = [name for name in names if name not in nested] if nested else None
    frame = pd.read_parquet(path, columns=plain, dtype_backend="numpy_nullable")
    index = (schema.pandas_metadata or {}).get("index_columns", [])
    if index and index[0] in names:
        frame = frame.rename_axis(index).reset_index()
    frame = frame.assign(**{name: nested_texts(path, name) for name in nested})[names]
    frame = frame.rename(columns=dict(zip(names, dtypes)))
    for name, dtype in dtypes.items():
        column = frame[name]
        if isinstance(column.dtype, pd.DatetimeTZDtype):
            column = column.dt.tz_convert(None)
        elif column.dtype.kind == "m":
            column = column.dt.as_unit("us") / pd.Timedelta(microseconds=1) / 1e6
        elif dtype == "string" and column.dtype == object:
            column = column.map(cell_text, na_action="ignore")
        if dtype == "Float64":
            column = column.astype("float64")
        frame[name] = column.astype(dtype)
    return frame
`,
};
