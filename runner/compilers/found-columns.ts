import type { DiscoveredOpaque } from '../plan/operators/opaque.ts';
import { call, chain } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { WHITE_SPACE_HELPER, WHITE_SPACE_NAME } from '../python/white-space-helper.ts';
import { useNestedText, useWithoutMaps } from './nested-text.ts';
import { pandasResult, polarsResult } from './script-code.ts';

/** Returns the call of a script in pandas whose columns are those that it returns, in the types of a run. */
export function pandasFoundColumns(
  python: PythonContext,
  relation: DiscoveredOpaque,
  frame: string,
): string {
  usePandasTypedColumns(python);
  return call('typed_columns', [pandasResult(python, relation, frame)]);
}

/** Like pandasFoundColumns, for both kinds of frames of polars. */
export function polarsFoundColumns(
  python: PythonContext,
  relation: DiscoveredOpaque,
  frame: string,
): string {
  usePolarsTypedColumns(python);
  const typed = call('typed_columns', [polarsResult(python, relation, frame)]);
  return python.lazy ? chain(typed, [call('lazy')]) : typed;
}

/**
 * Adds the function of scripts in pandas that gives the columns of any frame the types of a run:
 * `typed_columns`. A script needs pyarrow for it.
 */
export function usePandasTypedColumns(python: PythonContext): void {
  for (const statement of PANDAS_IMPORTS) python.import(statement);
  useNamedColumns(python);
  useNestedText(python);
  python.helper('typed_moments', PANDAS_TYPED_MOMENTS);
  python.helper('typed_cells', PANDAS_TYPED_CELLS);
  python.helper('typed_column', PANDAS_TYPED_COLUMN);
  python.helper('typed_columns', PANDAS_TYPED_COLUMNS);
}

/** Like usePandasTypedColumns, for frames of polars. They are in memory then. */
export function usePolarsTypedColumns(python: PythonContext): void {
  python.import('import polars as pl');
  python.import('from datetime import datetime');
  useNamedColumns(python);
  useWithoutMaps(python);
  python.helper('typed_cells', POLARS_TYPED_CELLS);
  python.helper('typed_column', POLARS_TYPED_COLUMN);
  python.helper('typed_columns', POLARS_TYPED_COLUMNS);
}

/** Adds the function of scripts that names columns whose names are distinct as headerNames does. */
export function useNamedColumns(python: PythonContext): void {
  python.helper(WHITE_SPACE_NAME, WHITE_SPACE_HELPER);
  python.helper('named_columns', NAMED_COLUMNS);
}

const PANDAS_IMPORTS = [
  'from datetime import datetime',
  'import pandas as pd',
  'import pyarrow as pa',
  'import pyarrow.compute as pc',
];

const NAMED_COLUMNS = `
def named_columns(names):
    """The names of columns: a blank one becomes column_1, or column_1.1 beside a column_1."""
    named = []
    for place, name in enumerate(names, 1):
        base = f"column_{place}"
        others = (base if repeat == 0 else f"{base}.{repeat}" for repeat in range(len(names) + 1))
        free = (new for new in others if new not in names)
        named.append(name if name.strip(WHITE_SPACE) else next(free))
    return named
`;

const PANDAS_TYPED_COLUMNS = `
def typed_columns(frame):
    """What a script returned, with columns of integers, floats, booleans, datetimes and text."""
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(f"The script must return a pandas DataFrame, not {type(frame).__name__}.")
    if [name for name in frame.index.names if name is not None]:
        raise ValueError("The result has an index. Return it with .reset_index().")
    names = list(frame.columns)
    if not names or not all(isinstance(name, str) for name in names):
        raise ValueError("The result needs columns whose names are text.")
    if len(set(names)) < len(names):
        raise ValueError("The result has two columns of one name.")
    cells = [typed_column(name, column) for name, column in frame.items()]
    dtypes = {
        pa.int64(): pd.Int64Dtype(),
        pa.float64(): pd.Float64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
        pa.large_string(): pd.StringDtype(),
    }
    return pa.table(cells, names=named_columns(names)).to_pandas(types_mapper=dtypes.get)
`;

const PANDAS_TYPED_COLUMN = `
def typed_column(name, column):
    """The cells of a column; an error names it."""
    zoned = isinstance(column.dtype, pd.DatetimeTZDtype)
    try:
        cells = pa.array(column.dt.tz_convert(None) if zoned else column, from_pandas=True)
        return typed_cells(cells)
    except Exception as error:
        raise ValueError(f'Column "{name}" of the result cannot be read: {error}') from error
`;

const PANDAS_TYPED_MOMENTS = `
def typed_moments(cells):
    """Dates and times as datetimes of microseconds, without a zone."""
    kind = cells.type
    if pa.types.is_timestamp(kind):
        cells = pc.floor_temporal(cells.cast(pa.timestamp(kind.unit)), unit="microsecond")
    moments = cells.cast(pa.timestamp("us"))
    far = pc.or_(pc.less(moments, datetime.min), pc.greater(moments, datetime.max))
    if pc.any(far).as_py():
        raise ValueError("it has dates beyond the years 1 to 9999.")
    return moments
`;

const PANDAS_TYPED_CELLS = `
def typed_cells(cells):
    """The cells of a column: dates are datetimes, zoned times become UTC, durations are seconds,
    bytes are text in UTF-8, lists and dicts are JSON."""
    kind = cells.type
    if pa.types.is_dictionary(kind):
        return typed_cells(cells.cast(kind.value_type))
    if isinstance(kind, pa.BaseExtensionType):
        raise TypeError(f"it has the type {kind}. Convert it, for example by .astype(str).")
    if pa.types.is_uint64(kind) and (pc.max(cells).as_py() or 0) >= 2**63:
        return cells.cast(pa.large_string())
    if pa.types.is_integer(kind):
        return cells.cast(pa.int64())
    if pa.types.is_floating(kind):
        floats = cells.cast(pa.float64())
        return pc.if_else(pc.is_nan(floats), None, floats)
    if pa.types.is_decimal(kind):
        return cells.cast(pa.string()).cast(pa.float64())
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        return typed_moments(cells)
    if pa.types.is_duration(kind):
        microseconds = cells.cast(pa.duration("us"), safe=False).cast(pa.int64())
        return pc.divide(microseconds.cast(pa.float64(), safe=False), 1e6)
    if pa.types.is_time(kind):
        texts = [None if cell is None else cell.isoformat() for cell in cells.to_pylist()]
        return pa.array([text and text.removesuffix("000") for text in texts], pa.large_string())
    if pa.types.is_nested(kind):
        return pa.array(nested_texts(cells), pa.large_string())
    plain = pa.types.is_boolean(kind) or pa.types.is_null(kind)
    return cells if plain else cells.cast(pa.large_string())
`;

const POLARS_TYPED_COLUMNS = `
def typed_columns(frame):
    """What a script returned, with columns of integers, floats, booleans, datetimes and text."""
    if not isinstance(frame, (pl.DataFrame, pl.LazyFrame)):
        raise TypeError(f"The script must return a polars DataFrame, not {type(frame).__name__}.")
    columns = frame.lazy().collect().get_columns()
    if not columns:
        raise ValueError("The result has no columns.")
    names = named_columns([column.name for column in columns])
    cells = [typed_column(column).alias(name) for column, name in zip(columns, names, strict=True)]
    return pl.DataFrame(cells)
`;

const POLARS_TYPED_COLUMN = `
def typed_column(column):
    """The cells of a column; an error names it."""
    try:
        # A series whose name is a pattern, such as "^a.*$", would not find itself.
        return typed_cells(column.alias("cells"))
    except (Exception, pl.exceptions.PanicException) as error:
        raise ValueError(f'Column "{column.name}" of the result cannot be read: {error}') from error
`;

const POLARS_TYPED_CELLS = `
def typed_cells(column):
    """A column: dates are datetimes, zoned times become UTC, durations are seconds,
    bytes are text in UTF-8, lists and structs are JSON."""
    dtype = column.dtype
    if dtype.is_integer():
        integers = column.cast(pl.Int64, strict=False)
        fits = integers.null_count() == column.null_count()
        return integers if fits else column.cast(pl.String)
    if dtype.is_float():
        return column.cast(pl.Float64).fill_nan(None)
    if dtype.is_decimal():
        return column.cast(pl.String).cast(pl.Float64)
    if dtype == pl.Duration:
        return column.dt.total_microseconds() / 1e6
    if dtype == pl.Time:
        return column.dt.strftime("%H:%M:%S%.f")
    if dtype.is_temporal():
        moments = column.cast(pl.Datetime("us"))
        if not moments.is_between(datetime.min, datetime.max).all():
            raise ValueError("it has dates beyond the years 1 to 9999.")
        return moments
    if dtype.is_nested():
        listed = column.cast(without_maps(dtype))
        encoded = pl.struct(pl.lit(listed).alias("v")).struct.json_encode()
        texts = pl.select(encoded.str.extract(r'(?s)^\\{"v":(.*)\\}$', 1)).to_series()
        return texts.set(column.is_null(), None)
    return column if dtype in (pl.Boolean, pl.Null) else column.cast(pl.String)
`;
