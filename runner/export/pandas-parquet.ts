import type { FileIrregularity } from '../domain/file-irregularity.ts';
import { useNestedText } from '../compilers/nested-text.ts';
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
  useHelpers(python, [CELL_TEXT, IS_READ_APART, APART_TEXTS, READ_PARQUET]);
  return call('read_parquet', [path, dtypes]);
}

/** A nullable float column keeps NaN beside missing values; numpy's floats have only NaN. */
function nanToMissing({ irregularities, columns }: ExportInput): readonly string[] {
  if (irregularities?.includes('nan_cells') !== true) return [];
  const floats = columns.filter(({ type }) => type === 'float');
  return [call('astype', [dict(floats.map(({ name }) => [name, '"float64"']))])];
}

const CELL_TEXT: PythonHelper = {
  name: 'cell_text',
  imports: ['from datetime import time'],
  source: `
def cell_text(cell):
    """A time of a day as ISO 8601, bytes as hexadecimal digits."""
    if isinstance(cell, time):
        return cell.isoformat().removesuffix("000")
    return cell.hex() if isinstance(cell, bytes) else cell
`,
};

const IS_READ_APART: PythonHelper = {
  name: 'is_read_apart',
  imports: ['import pyarrow as pa'],
  source: `
def is_read_apart(kind):
    """Whether pandas reads no column of a type: it has no times of nanoseconds."""
    return pa.types.is_nested(kind) or kind == pa.time64("ns")
`,
};

const APART_TEXTS: PythonHelper = {
  name: 'apart_texts',
  imports: ['import pyarrow as pa'],
  source: `
def apart_texts(cells):
    """Lists, structs and maps as JSON, times as ISO 8601: JSON without its quotes."""
    texts = nested_texts(cells)
    if pa.types.is_nested(cells.type):
        return texts
    return [None if text is None else text.strip('"') for text in texts]
`,
};

const READ_PARQUET: PythonHelper = {
  name: 'read_parquet',
  imports: ['import pandas as pd', 'import pyarrow.parquet as pq'],
  source: `
def read_parquet(path, dtypes):
    """Reads a Parquet file into the given types; NaN is missing, zoned times become UTC.
    Durations are seconds, lists and structs are JSON."""
    schema = pq.read_schema(path)
    names = schema.names
    apart = [name for name in names if is_read_apart(schema.field(name).type)]
    plain = [name for name in names if name not in apart] if apart else None
    options = {"dtype_backend": "numpy_nullable", "coerce_int96_timestamp_unit": "us"}
    frame = pd.read_parquet(path, columns=plain, **options)
    index = (schema.pandas_metadata or {}).get("index_columns", [])
    if index and index[0] in names:
        frame = frame.rename_axis(index).reset_index()
    table = pq.read_table(path, coerce_int96_timestamp_unit="us") if apart else None
    texts = {name: apart_texts(table.column(name)) for name in apart}
    frame = frame.assign(**texts)[names]
    frame = frame.rename(columns=dict(zip(names, dtypes)))
    for name, dtype in dtypes.items():
        column = frame[name]
        # The values of a dictionary; numpy has no missing integers.
        if column.dtype == "category" and column.cat.categories.dtype.kind not in "iu":
            column = column.astype(column.cat.categories.dtype)
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
