"""Executes a script of a user on a data frame.

    worker.py REQUEST    executes the script of a request file and writes its result files
    worker.py --check    reads a JSON list of scripts and prints the syntax error of each, or null

The script is the body of a function of `df`. It is parsed as it is, without indentation, so that line numbers
are those of the user and texts over several lines keep their content.
"""

import ast
import json
import linecache
import sys
import traceback

FILE = "script"
# Of the message and of the traceback in a report.
MAX_REPORTED_CHARS = 20000


class ScriptError(Exception):
    """A mistake in the result of a script. Its message is for the user."""


def parse(script):
    """The code of a module with the function `transform`. Raises SyntaxError."""
    body = ast.parse(script, FILE).body or [ast.Pass(lineno=1, col_offset=0)]
    module = ast.parse("def transform(df):\n    pass", FILE)
    module.body[0].body = body
    return compile(ast.fix_missing_locations(module), FILE, "exec")


def syntax_error(script):
    try:
        parse(script)
    except SyntaxError as error:
        return {"line": error.lineno, "message": error.msg}
    except (ValueError, RecursionError, MemoryError) as error:
        return {"line": None, "message": str(error) or type(error).__name__}
    return None


def read_pandas(path, dtypes):
    import pandas as pd

    frame = pd.read_parquet(path, dtype_backend="numpy_nullable")[[name for name, _ in dtypes]]
    for name, dtype in dtypes:
        frame[name] = frame[name].astype(dtype)
    return frame, {"pd": pd, "pandas": pd}


def read_polars(path, dtypes):
    import polars as pl

    return pl.read_parquet(path, glob=False), {"pl": pl, "polars": pl}


def kind_of(value):
    if value is None:
        return 'None. End it with "return" and a frame, such as "return df"'
    return f"a {type(value).__module__.split('.')[0]} {type(value).__name__}"


def named(names):
    return ", ".join(json.dumps(str(name), ensure_ascii=False) for name in names)


def write_pandas(result, path):
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not isinstance(result, pd.DataFrame):
        raise ScriptError(f"The script must return a pandas DataFrame. It returned {kind_of(result)}.")
    kept = [name for name in result.index.names if name is not None]
    if kept:
        raise ScriptError(
            f"The result has the index {named(kept)}, and an index is no column. "
            "Return it with .reset_index()."
        )
    check_names(list(result.columns))
    columns = [store(pa, name, result[name]) for name in result.columns]
    pq.write_table(pa.table(columns, names=list(result.columns)), path)


def store(pa, name, column):
    try:
        array = pa.array(column, from_pandas=True)
    except Exception as error:
        reason = message_of(error).split("\n")[0]
        raise ScriptError(
            f"Column {named([name])} of the result, of dtype {column.dtype}, cannot be stored: {reason}"
        ) from None
    if not is_storable(pa, array.type):
        categories = getattr(column.dtype, "categories", None)
        dtype = column.dtype if categories is None else f"{column.dtype} of {categories.dtype}"
        raise ScriptError(
            f"Column {named([name])} of the result has the dtype {dtype}, which cannot be stored. "
            "Convert it, for example to text by .astype(str)."
        )
    return array


def is_storable(pa, dtype):
    """Whether pyarrow writes the type to Parquet so that polars reads it."""
    if isinstance(dtype, pa.BaseExtensionType):
        return False
    if pa.types.is_dictionary(dtype):
        return is_storable(pa, dtype.value_type) and not pa.types.is_nested(dtype.value_type)
    if pa.types.is_struct(dtype) and dtype.num_fields == 0:
        return False
    return all(is_storable(pa, dtype.field(place).type) for place in range(dtype.num_fields))


def check_names(names):
    if not names:
        raise ScriptError("The result has no columns.")
    other = [name for name in names if not isinstance(name, str)]
    if other:
        raise ScriptError(
            f"The result has columns whose names are no text: {named(other)}. "
            "Rename them, for example by df.columns = df.columns.map(str)."
        )
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ScriptError(f"The result has two columns of one name: {named(twice)}.")


def write_polars(result, path):
    import polars as pl

    if isinstance(result, pl.LazyFrame):
        result = result.collect()
    if not isinstance(result, pl.DataFrame):
        raise ScriptError(f"The script must return a polars DataFrame. It returned {kind_of(result)}.")
    check_names(result.columns)
    for name, dtype in result.schema.items():
        if dtype == pl.Object:
            raise ScriptError(f"Column {named([name])} of the result cannot be stored: it holds Python objects.")
        if has_empty_struct(dtype):
            raise ScriptError(
                f"Column {named([name])} of the result has the dtype {dtype}, which cannot be stored: "
                "a struct needs a field. Drop the column, or add a field."
            )
    result.write_parquet(path)


def has_empty_struct(dtype):
    fields = getattr(dtype, "fields", None)
    if fields is not None:
        return not fields or any(has_empty_struct(field.dtype) for field in fields)
    inner = getattr(dtype, "inner", None)
    return inner is not None and has_empty_struct(inner)


def execute(request):
    namespace = {}
    reader, writer = {
        "pandas": (read_pandas, write_pandas),
        "polars": (read_polars, write_polars),
    }[request["engine"]]
    frame, modules = reader(request["input"], request["dtypes"])
    namespace.update(modules)
    script = request["script"]
    linecache.cache[FILE] = (len(script), None, script.splitlines(True), FILE)
    exec(parse(script), namespace)
    result = namespace["transform"](frame)
    del frame
    writer(result, request["output"])


def message_of(error):
    """The text of an error; that of its class may fail."""
    try:
        return str(error)
    except BaseException as failure:
        return f"its message cannot be shown, because __str__ raised {type(failure).__name__}"


def described(error):
    """The message, the line of the script, and the traceback from the script on."""
    if isinstance(error, ScriptError):
        return {"message": str(error), "line": None, "traceback": ""}
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return {"message": f"SyntaxError: {error.msg}", "line": error.lineno, "traceback": ""}
    summary = traceback.TracebackException.from_exception(error)
    frames = list(summary.stack)
    own = [place for place, frame in enumerate(frames) if frame.filename == FILE]
    line = frames[own[-1]].lineno if own else None
    summary.stack = traceback.StackSummary.from_list(frames[own[0] :] if own else [])
    message = message_of(error).strip().split("\n")[0]
    name = type(error).__name__
    return {
        "message": f"{name}: {message}" if message else name,
        "line": line,
        "traceback": "".join(summary.format())[-MAX_REPORTED_CHARS:],
    }


def main():
    if sys.argv[1] == "--check":
        json.dump([syntax_error(script) for script in json.load(sys.stdin)], sys.stdout)
        return
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    # A process that is killed prints no more: each line is written at once.
    sys.stdout.reconfigure(line_buffering=True)
    try:
        execute(request)
        report = {"error": None}
    except BaseException as error:
        reported = described(error)
        reported["message"] = reported["message"][:MAX_REPORTED_CHARS]
        report = {"error": reported}
    sys.stdout.flush()
    sys.stderr.flush()
    with open(request["report"], "w", encoding="utf-8") as file:
        json.dump(report, file)


main()
