import type { ColumnSchema } from '../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import { dict } from '../python/code.ts';
import { pythonText } from '../python/python-literal.ts';

/** Python functions that read records (JSON, Excel, text) the same way for pandas and polars. */

export interface PythonHelper {
  readonly name: string;
  readonly source: string;
  readonly imports: readonly string[];
}

const AS_TEXT: PythonHelper = {
  name: 'as_text',
  imports: ['import json'],
  source: `
def as_text(cell):
    """A cell of a text column: what is not text yet is written as JSON."""
    if isinstance(cell, str):
        return cell
    if hasattr(cell, "isoformat"):
        return cell.isoformat(sep=" ")
    return json.dumps(cell, ensure_ascii=False, separators=(",", ":"))
`,
};

const AS_DATETIME: PythonHelper = {
  name: 'as_datetime',
  imports: ['from datetime import datetime, timezone'],
  source: `
def as_datetime(cell):
    """A date or an ISO 8601 text as UTC without a zone."""
    if isinstance(cell, str):
        cell = datetime.fromisoformat(cell.replace("Z", "+00:00"))
    elif not isinstance(cell, datetime):
        cell = datetime(cell.year, cell.month, cell.day)
    return cell if cell.tzinfo is None else cell.astimezone(timezone.utc).replace(tzinfo=None)
`,
};

export const READ_TEXT_LINES: PythonHelper = {
  name: 'read_text_lines',
  imports: ['from pathlib import Path'],
  source: `
def read_text_lines(path):
    """One row a line, in the column "text"."""
    with Path(path).open(encoding="utf-8-sig") as lines:
        return [{"text": line.rstrip("\\n")} for line in lines]
`,
};

const COLUMN_CELLS: PythonHelper = {
  name: 'column_cells',
  imports: [],
  source: `
def column_cells(rows, name, kind):
    """The cells of one column, each turned into its kind; absent ones are None."""
    return [None if (cell := row.get(name)) is None else kind(cell) for row in rows]
`,
};

/** A frame of records in the library of a script. */
export interface TableLibrary {
  readonly name: 'pandas' | 'polars';
  /** Builds a frame of records and the kinds of its columns. */
  readonly helper: PythonHelper;
}

export const PANDAS_TABLE: TableLibrary = {
  name: 'pandas',
  helper: {
    name: 'table',
    imports: ['import pandas as pd'],
    source: `
def table(rows, kinds):
    """A DataFrame of rows; a kind is what reads the cells of a column, and its dtype."""
    columns = {
        name: pd.Series(column_cells(rows, name, kind), dtype=dtype)
        for name, (kind, dtype) in kinds.items()
    }
    return pd.DataFrame(columns)
`,
  },
};

export const POLARS_TABLE: TableLibrary = {
  name: 'polars',
  helper: {
    name: 'table',
    imports: ['import polars as pl'],
    source: `
def table(rows, kinds):
    """A DataFrame of rows; a kind is what reads the cells of a column, and its dtype."""
    columns = {
        name: pl.Series(column_cells(rows, name, kind), dtype=dtype)
        for name, (kind, dtype) in kinds.items()
    }
    return pl.DataFrame(columns)
`,
  },
};

/** The functions that read the cells of a column: the first, which may call the others. */
export type CellReader = readonly [PythonHelper, ...PythonHelper[]];

/** The functions that read the cells of columns, where they are not those of their types. */
export interface CellReaders {
  readonly string: CellReader;
  readonly float?: CellReader;
}

const PLAIN_READERS: CellReaders = { string: [AS_TEXT] };

/** The helpers that build a frame of columns in a library. */
export function tableHelpers(
  { helper }: TableLibrary,
  columns: readonly ColumnSchema[],
  readers: CellReaders = PLAIN_READERS,
): readonly PythonHelper[] {
  const types = new Set(columns.map(({ type }) => type));
  return [
    ...(types.has('string') ? readers.string : []),
    ...(types.has('float') ? (readers.float ?? []) : []),
    ...(types.has('datetime') ? [AS_DATETIME] : []),
    COLUMN_CELLS,
    helper,
  ];
}

/** The code of the kinds of columns, with which a frame is built. */
export function columnKinds(
  { name: library }: TableLibrary,
  columns: readonly ColumnSchema[],
  readers: CellReaders = PLAIN_READERS,
): string {
  return dict(
    columns.map(({ name, type }) => {
      const { pythonReader, pandasPython, polarsPython } = COLUMN_TYPE_TABLE[type];
      const [reader] = (type === 'string' || type === 'float' ? readers[type] : undefined) ?? [];
      const dtype = library === 'pandas' ? pythonText(pandasPython) : polarsPython;
      return [name, `(${reader?.name ?? pythonReader}, ${dtype})`];
    }),
  );
}
