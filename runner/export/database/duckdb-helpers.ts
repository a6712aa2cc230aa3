import type { PythonHelper } from '../record-readers.ts';

const DUCKDB_CELL: PythonHelper = {
  name: 'duckdb_cell',
  imports: [],
  source: `
def duckdb_cell(place, found, kind):
    """The SQL of a column as its kind: durations are seconds, lists are JSON, NaN is null."""
    types = {"int": "BIGINT", "float": "DOUBLE", "bool": "BOOLEAN", "as_datetime": "TIMESTAMP"}
    cell = f"#{place}"
    if found.id == "interval":
        cell = f"epoch({cell})"
    elif found.id == "blob":
        cell = f"lower(hex({cell}))"
    elif found.id in ("list", "array", "struct", "map", "union"):
        cell = f"to_json({cell})"
    elif found.id == "timestamp with time zone" and kind.__name__ == "as_datetime":
        cell = f"{cell} AT TIME ZONE 'UTC'"
    elif found.id in ("decimal", "float") and kind is float:
        # A cast of a decimal rounds twice.
        cell = f"CAST({cell} AS VARCHAR)"
    cell = f"CAST({cell} AS {types.get(kind.__name__, 'VARCHAR')})"
    return f"NULLIF({cell}, 'NaN')" if kind is float else cell
`,
};

const READ_DUCKDB: PythonHelper = {
  name: 'read_duckdb',
  imports: ['import duckdb', 'from duckdb.value.constant import HugeIntegerValue'],
  source: `
def read_duckdb(path, query, kinds, values=None):
    """The rows of a query, in columns of the kinds that are given. Dates with a zone become UTC."""
    # DuckDB computes with a Python int in 32 bits if it fits; a run binds whole numbers like this.
    bound = {
        name: HugeIntegerValue(value) if type(value) is int else value
        for name, value in (values or {}).items()
    }
    # With more threads, the same sum of floats differs from run to run.
    with duckdb.connect(path, read_only=True, config={"threads": 1}) as connection:
        found = connection.sql(query, params=bound or None)
        cells = [
            duckdb_cell(place, dtype, kind)
            for place, (dtype, (kind, _)) in enumerate(zip(found.types, kinds.values()), 1)
        ]
        rows = found.project(", ".join(cells)).fetchall()
    return table([dict(zip(kinds, row)) for row in rows], kinds)
`,
};

/** Reads a query with `read_duckdb`. */
export const DUCKDB_READERS: readonly PythonHelper[] = [DUCKDB_CELL, READ_DUCKDB];

/** The table that the frame of a script is in the statements of `write_duckdb`. */
export const SCRIPT_ROWS = 'rows_of_script';

export const WRITE_DUCKDB: PythonHelper = {
  name: 'write_duckdb',
  imports: ['import duckdb'],
  source: `
def write_duckdb(path, frame, create, insert, repeated=None):
    """Executes SQL, in which the frame is a table, in one transaction: all of it, or none."""
    with duckdb.connect(path) as connection:
        connection.register("${SCRIPT_ROWS}", frame)
        if repeated is not None and connection.execute(repeated).fetchone():
            raise ValueError("Two rows have the same values in the keys.")
        connection.begin()
        connection.execute(create)
        connection.execute(insert)
        connection.commit()
`,
};
