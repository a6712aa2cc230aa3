import { excelOutput, PANDAS_SHEET } from './excel-output.ts';
import { FLOAT_TEXT } from '../expressions/operations/python-helpers.ts';
import { hasOneColumn, mayHave, type OutputFile } from './output-names.ts';
import { call } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';
import { useHelpers } from './record-input.ts';
import type { PythonHelper } from './record-readers.ts';

/** Emits pandas code that writes a file in the same form as the service. */
export function emitPandasOutput(python: PythonContext, file: OutputFile): void {
  python.line(pandasOutput(python, file, pythonText(file.name)));
}

/** Returns pandas code that writes a file. @param path the code of its path */
export function pandasOutput(python: PythonContext, file: OutputFile, path: string): string {
  const frame = python.frame();
  switch (file.format) {
    case 'csv':
    case 'tsv':
    case 'text':
      return delimitedOutput(python, file, path);
    case 'parquet':
      return `${withoutNullTypes(python, file)}.to_parquet(${path}, index=False)`;
    case 'excel':
      return excelOutput(python, file, { library: PANDAS_SHEET, path });
    case 'json':
      useHelpers(python, [WITH_TEXT_CELLS, TO_RECORDS, WRITE_JSON]);
      return `write_json(${frame}, ${path})`;
    case 'jsonl':
      useHelpers(python, [WITH_TEXT_CELLS, TO_RECORDS, WRITE_JSON_LINES]);
      return `write_json_lines(${frame}, ${path})`;
  }
}

/** Makes text of columns of the null type, which not every reader of Parquet knows. */
function withoutNullTypes(python: PythonContext, { columns, found }: OutputFile): string {
  if (found === 'any') {
    python.binds('name');
    python.binds('dtype');
    const nulls = `{name: "string" for name, dtype in ${python.frame()}.dtypes.items() if dtype == "object"}`;
    return `${python.frame()}.astype(${nulls})`;
  }
  const nulls = columns.filter(({ type }) => type === 'null');
  if (nulls.length === 0 && found !== 'null') return python.frame();
  if (found === 'null') {
    const known = python.literal(
      columns.flatMap(({ name, type }) => (type === 'null' ? [] : [name])),
    );
    python.binds('name');
    const others = `{name: "string" for name in ${python.frame()} if name not in ${known}}`;
    return `${python.frame()}.astype(${others})`;
  }
  const types = Object.fromEntries(nulls.map(({ name }) => [name, 'string']));
  return `${python.frame()}.astype(${python.literal(types)})`;
}

function delimitedOutput(python: PythonContext, file: OutputFile, path: string): string {
  const cells = withTextCells(python, file);
  if (file.format === 'text' && hasOneColumn(file)) {
    useHelpers(python, [WRITE_LINES]);
    return call(WRITE_LINES.name, [cells, path]);
  }
  const options = [
    ...(file.format === 'csv' ? [] : ['sep="\\t"']),
    ...(file.format === 'text' ? ['header=False'] : []),
  ];
  if (file.hasEmptyTexts && !hasOneColumn(file)) {
    useHelpers(python, [WRITE_CSV]);
    const written = call(WRITE_CSV.name, [cells, path, ...options]);
    if (file.format !== 'text' || file.found !== 'any') return written;
    useHelpers(python, [WRITE_LINES]);
    return `${call(WRITE_LINES.name, [cells, path])} if ${python.frame()}.shape[1] == 1 else ${written}`;
  }
  return call(`${cells}.to_csv`, [path, ...options, 'index=False']);
}

/** Converts cells to text that pandas writes otherwise than a run. Floats are equal numbers, except where the text counts. */
function withTextCells(python: PythonContext, file: OutputFile): string {
  const frame = python.frame();
  const isConverted = mayHave(file, 'boolean') || mayHave(file, 'datetime');
  if (isConverted) useHelpers(python, [WITH_TEXT_CELLS]);
  const cells = isConverted ? call(WITH_TEXT_CELLS.name, [frame]) : frame;
  if (file.format !== 'text' || !mayHave(file, 'float')) return cells;
  useHelpers(python, [FLOAT_TEXT_HELPER, WITH_FLOAT_TEXTS]);
  return call(WITH_FLOAT_TEXTS.name, [cells]);
}

const FLOAT_TEXT_HELPER: PythonHelper = {
  name: 'float_text',
  imports: ['import numpy as np'],
  source: FLOAT_TEXT,
};

const WITH_FLOAT_TEXTS: PythonHelper = {
  name: 'with_float_texts',
  imports: ['import pandas as pd'],
  source: `
def with_float_texts(frame):
    """Floats as the texts that a run writes, which keep the sign of zero."""
    written = frame.copy()
    for name, dtype in frame.dtypes.items():
        if pd.api.types.is_float_dtype(dtype):
            texts = frame[name].map(float_text, na_action="ignore").astype("string")
            written[name] = texts.mask(frame[name] == 0, frame[name].astype("string"))
    return written
`,
};

const WRITE_CSV: PythonHelper = {
  name: 'write_csv',
  imports: ['from pathlib import Path', 'from uuid import uuid4'],
  source: `
def write_csv(frame, path, **options):
    """Writes an empty text as "" and a missing one as nothing, as a run does."""
    empty = uuid4().hex
    marked = frame.rename(columns={"": empty}).replace("", empty)
    text = marked.to_csv(index=False, **options)
    Path(path).write_text(text.replace(empty, '""'), encoding="utf-8", newline="")
`,
};

const WRITE_LINES: PythonHelper = {
  name: 'write_lines',
  imports: ['from pathlib import Path'],
  source: `
def write_lines(frame, path):
    """Writes the cells of the only column as lines without quotes; a missing one is empty."""
    cells = frame.iloc[:, 0].astype("string").fillna("")
    Path(path).write_text("".join(f"{cell}\\n" for cell in cells), encoding="utf-8")
`,
};

const WITH_TEXT_CELLS: PythonHelper = {
  name: 'with_text_cells',
  imports: ['import pandas as pd'],
  source: `
def with_text_cells(frame, booleans=True):
    """Booleans as true and false, datetimes as ISO 8601 with a fraction only where one is set."""
    written = frame.copy()
    for name, dtype in frame.dtypes.items():
        column = frame[name]
        if booleans and pd.api.types.is_bool_dtype(dtype):
            written[name] = column.map({True: "true", False: "false"}).astype("string")
        elif pd.api.types.is_datetime64_any_dtype(dtype):
            iso = column.dt.strftime("%Y-%m-%dT%H:%M:%S.%f").astype("string")
            written[name] = iso.str.replace(r"\\.?(000)?(000)?$", "", regex=True)
    return written
`,
};

const TO_RECORDS: PythonHelper = {
  name: 'to_records',
  imports: ['import math'],
  source: `
def to_records(frame):
    """The rows as dicts of plain values; what is missing or not finite is None."""
    columns = {
        name: [
            None if cell is pd.NA or isinstance(cell, float) and not math.isfinite(cell) else cell
            for cell in column.astype(object).tolist()
        ]
        for name, column in with_text_cells(frame, booleans=False).items()
    }
    return [dict(zip(columns, cells)) for cells in zip(*columns.values())]
`,
};

const WRITE_JSON: PythonHelper = {
  name: 'write_json',
  imports: ['import json', 'from pathlib import Path'],
  source: `
def write_json(frame, path):
    """Writes the rows as a JSON list of objects."""
    text = json.dumps(to_records(frame), ensure_ascii=False, separators=(",", ":"))
    Path(path).write_text(text, encoding="utf-8")
`,
};

const WRITE_JSON_LINES: PythonHelper = {
  name: 'write_json_lines',
  imports: ['import json', 'from pathlib import Path'],
  source: `
def write_json_lines(frame, path):
    """Writes the rows as JSON objects, one a line."""
    with Path(path).open("w", encoding="utf-8") as file:
        for record in to_records(frame):
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            file.write(f"{text}\\n")
`,
};
