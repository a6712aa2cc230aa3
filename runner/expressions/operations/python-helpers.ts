import { pythonText } from '../../python/python-literal.ts';
import { unreadable } from './cast-reasons.ts';

/** Python helpers that a script includes when an expression uses them. */

export const NAN_TO_NULL = `def nan_to_null(values):
    """Replace NaN, such as the result of 0 / 0, with null, and -0.0 with 0.0."""
    return values.mask(values.ne(values).fillna(False)) + 0.0`;

export const QUIETLY = `def quietly(function, values):
    """Apply a numpy function without its warning of a result that is NaN or infinite."""
    with np.errstate(all="ignore"):
        return function(values)`;

export const FLOAT_MODULO = `def float_modulo(x, y):
    """Return the remainder of floor division."""
    return x - np.floor(x / y) * y`;

const DIVISORS = 'pl.repeat(value, len(cells), dtype=pl.Float64, eager=True)';

export const FLOOR_DIVIDE = `def floor_divide(column, value):
    """Divide each cell by a value and round down. Polars multiplies by the reciprocal of a single
    value, which makes 49 // 49 zero, so the divisor is repeated for each cell."""

    def divide(cells):
        return cells / ${DIVISORS}

    return column.map_batches(divide, return_dtype=pl.Float64, is_elementwise=True).floor()`;

export const MODULO = `def modulo(column, value):
    """Return the remainder of each cell divided by a value. Polars multiplies by the reciprocal of
    a single value, which makes 49 % 49 49, so the divisor is repeated for each cell."""

    def divide(cells):
        return cells % ${DIVISORS}

    return column.map_batches(divide, return_dtype=pl.Float64, is_elementwise=True)`;

export const REPEATED = `def repeated(value, column):
    """Repeat an integer for each cell, since pandas divides a single value in floats."""
    return pd.Series(value, index=column.index, dtype="Int64")`;

export const POWER = `def power(base, exponent):
    """Return base ** exponent; null if either is null."""
    result = base**exponent
    return result.mask(pd.isna(base) | pd.isna(exponent))`;

export const KNOWN = `def known(result, *operands):
    """Set a test's result to null where an operand is null."""
    result = result.astype("boolean")
    for operand in operands:
        result = result.mask(pd.isna(operand))
    return result`;

export const FLOAT_TEXT = `def float_text(value):
    """Format a float as text: 2.5, 2.0, 1e+16, and 0.0 for -0.0."""
    value += 0.0
    if value in (float("inf"), float("-inf")):
        return str(value)
    exponent = int(f"{value:e}".split("e")[1]) if value else 0
    if -5 <= exponent <= 15:
        digits = np.format_float_positional(value, trim="0")
        return digits if "." in digits else f"{digits}.0"
    digits = np.format_float_scientific(value, trim="-", exp_digits=1)
    return digits`;

export const DATETIME_TEXT = `def datetime_text(value):
    """Format a datetime as text, with a fraction of the second only if it is not zero."""
    text = value.isoformat(sep=" ", timespec="seconds")
    if value.microsecond == 0:
        return text
    if value.microsecond % 1000 == 0:
        return f"{text}.{value.microsecond // 1000:03d}"
    return f"{text}.{value.microsecond:06d}"`;

export const READ_TEXTS = `def read_texts(texts, read, dtype, kind, error):
    """Parse texts. One that cannot be read raises the error."""
    values = []
    for row, text in enumerate(texts):
        values.append(pd.NA if pd.isna(text) else read(text))
        if values[-1] is pd.NA and pd.notna(text):
            raise error(row, f${pythonText(unreadable('{kind}').replace('{}', '{text}'))})
    return pd.Series(values, index=texts.index, dtype=dtype)`;

export const READ_INTEGER = `def read_integer(text):
    """Parse a whole number. Other text becomes null."""
    body = text.strip(" \\t\\r\\n")
    if re.fullmatch(r"[+-]?[0-9]+", body) and -(2**63) <= int(body) < 2**63:
        return int(body)
    try:
        value = float(body)
        if body.isascii() and "_" not in body and value == int(value) and abs(value) < 2**53:
            return int(value)
    except (ValueError, OverflowError):
        pass
    return pd.NA`;

export const READ_FLOAT = `def read_float(text):
    """Parse a number, or NaN. Other text becomes null."""
    number = r"(?i)[+-]?(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)"
    body = text.strip(" \\t\\r\\n")
    return float(body) if re.fullmatch(number, body) else pd.NA`;

export const READ_BOOLEAN = `def read_boolean(text):
    """Parse true, false, 1 or 0 in any case. Other text becomes null."""
    values = {"true": True, "1": True, "false": False, "0": False}
    return values.get(text.strip(" \\t\\r\\n").lower(), pd.NA)`;

export const READ_DATETIME = `def read_datetime(text):
    """Parse an ISO 8601 date or time, converting an offset to UTC. Other text becomes null."""
    body = text.strip(" \\t\\r\\n")
    pattern = (
        r"(\\d{4}-\\d{2}-\\d{2})(?:[Tt ]((?:[01]\\d|2[0-3]):[0-5]\\d)(?::([0-5]\\d)(?:\\.(\\d{1,9}))?)?"
        r"(Z|z|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?)?"
    )
    match = re.fullmatch(pattern, body, re.ASCII)
    if match:
        date, clock, second, fraction, zone = match.groups()
        try:
            value = datetime.fromisoformat(f"{date} {clock or '00:00'}:{second or '00'}")
            value += timedelta(microseconds=int((fraction or "0")[:6].ljust(6, "0")))
            if zone and zone not in "Zz":
                digits = zone[1:].replace(":", "").ljust(4, "0")
                offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
                value += -offset if zone[0] == "+" else offset
            return value
        except (ValueError, OverflowError):
            pass
    return pd.NA`;

export const GREATEST = `def greatest(values, *others):
    """Return the greatest value of each row; nulls are left out."""
    for other in others:
        values = values.where((other.isna() | (values > other)).fillna(False), other)
    return values`;

export const LEAST = `def least(values, *others):
    """Return the least value of each row; nulls are left out."""
    for other in others:
        values = values.where((other.isna() | (values < other)).fillna(False), other)
    return values`;
