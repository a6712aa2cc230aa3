import type { PythonContext } from '../python/python-context.ts';

/**
 * Adds the functions of scripts in pandas that write lists, structs or maps of Arrow as JSON: `nested_texts`.
 * A script needs pyarrow for its types.
 */
export function useNestedText(python: PythonContext): void {
  for (const statement of IMPORTS) python.import(statement);
  python.helper('duration_text', DURATION_TEXT);
  python.helper('nested_float', NESTED_FLOAT);
  python.helper('nested_moment', NESTED_MOMENT);
  python.helper('nested_text', NESTED_TEXT);
  python.helper('integer_times', INTEGER_TIMES);
  python.helper('nested_texts', NESTED_TEXTS);
}

const IMPORTS = [
  'import json',
  'import math',
  'import re',
  'import numpy as np',
  'import pyarrow as pa',
];

const NESTED_TEXTS = `
def nested_texts(cells):
    """Lists, structs or maps of Arrow as JSON."""
    kind = cells.type
    exact = integer_times(kind)
    values = (cells if exact == kind else cells.cast(exact)).to_pylist()
    return [None if cell is None else nested_text(cell, kind) for cell in values]
`;

const INTEGER_TIMES = `
def integer_times(kind):
    """A type with integers in the place of times of nanoseconds, which Python does not have."""
    if pa.types.is_map(kind):
        return pa.map_(integer_times(kind.key_type), integer_times(kind.item_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, integer_times(field.type)) for field in kind])
    if pa.types.is_nested(kind):
        return pa.list_(integer_times(kind.value_type))
    return pa.int64() if kind == pa.time64("ns") else kind
`;

const NESTED_TEXT = `
def nested_text(cell, kind):
    """A value of a type of Arrow as JSON. A map is a list of keys and values."""
    if cell is None:
        return "null"
    if pa.types.is_dictionary(kind):
        return nested_text(cell, kind.value_type)
    if pa.types.is_map(kind):
        pair = pa.struct([("key", kind.key_type), ("value", kind.item_type)])
        pairs = [{"key": key, "value": value} for key, value in cell]
        return nested_text(pairs, pa.list_(pair))
    if pa.types.is_struct(kind):
        names = [json.dumps(field.name, ensure_ascii=False) for field in kind]
        values = [nested_text(cell[field.name], field.type) for field in kind]
        return "{" + ",".join(map(":".join, zip(names, values))) + "}"
    if pa.types.is_nested(kind):
        return "[" + ",".join(nested_text(value, kind.value_type) for value in cell) + "]"
    if pa.types.is_floating(kind):
        return nested_float(cell, kind)
    if pa.types.is_duration(kind):
        return json.dumps(duration_text(cell))
    if pa.types.is_decimal(kind):
        return json.dumps(f"{cell:f}")
    return json.dumps(nested_moment(cell, kind), ensure_ascii=False, default=str)
`;

/** The layout of polars. Its floats of 32 bits have an exponent from other numbers on. */
const NESTED_FLOAT = `
def nested_float(cell, kind):
    """A float as JSON, by the fewest digits that give it back; null if it is no number."""
    if not math.isfinite(cell):
        return "null"
    double = pa.types.is_float64(kind)
    number = abs(np.float64(cell) if double else np.float32(cell))
    sign = "-" if math.copysign(1, cell) < 0 else ""
    digits, exponent = np.format_float_scientific(number, trim="-").split("e")
    digits, point = digits.replace(".", ""), int(exponent) + 1
    first, last = (-4, 16) if double else (-5, 13)
    if number == 0:
        return f"{sign}0.0"
    if not first <= point <= last:
        rest = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{rest}e{'+' if point > 0 else ''}{point - 1}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    return f"{sign}{digits[:point].ljust(point, '0')}.{digits[point:] or '0'}"
`;

const NESTED_MOMENT = `
def nested_moment(cell, kind):
    """A datetime or a time in ISO 8601, with 3, 6 or 9 digits of a second; else the value."""
    if pa.types.is_timestamp(kind):
        text = cell.isoformat(sep="T" if kind.tz else " ")
    elif kind == pa.time64("ns"):
        seconds, fraction = divmod(cell, 10**9)
        text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        text += f".{fraction:09}" if fraction else ""
    elif pa.types.is_time(kind):
        text = cell.isoformat()
    else:
        return cell
    return re.sub(r"(\\.\\d+?)(?:000)+(?=$|[+-])", r"\\1", text)
`;

const DURATION_TEXT = `
def duration_text(cell):
    """A duration in ISO 8601, as seconds."""
    microseconds = (cell.days * 86400 + cell.seconds) * 10**6 + cell.microseconds
    nanoseconds = microseconds * 1000 + getattr(cell, "nanoseconds", 0)
    if nanoseconds == 0:
        return "P0D"
    seconds, fraction = divmod(abs(nanoseconds), 10**9)
    digits = f".{fraction:09}".rstrip("0").rstrip(".")
    return f"{'-' if nanoseconds < 0 else ''}PT{seconds}{digits}S"
`;

/** Adds the function of scripts in polars with which maps become lists, as runs read them: `without_maps`. */
export function useWithoutMaps(python: PythonContext): void {
  python.import('import polars as pl');
  python.helper('without_maps', WITHOUT_MAPS);
}

const WITHOUT_MAPS = `
def without_maps(dtype):
    """A type with lists of keys and values in the place of maps, which older polars has not."""
    if isinstance(dtype, getattr(pl, "Map", ())):
        pair = pl.Struct({"key": dtype.key, "value": dtype.value})
        return pl.List(without_maps(pair))
    if isinstance(dtype, pl.List):
        return pl.List(without_maps(dtype.inner))
    if isinstance(dtype, pl.Struct):
        return pl.Struct({field.name: without_maps(field.dtype) for field in dtype.fields})
    return dtype
`;
