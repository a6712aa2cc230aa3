import { pythonText } from '../../python/python-literal.ts';
import { KINDS, unreadable } from './cast-reasons.ts';

/** Functions that a polars script includes when it casts texts. */

const reason = (kind: string): string => pythonText(unreadable(kind));

export const TO_INTEGER = `def to_integer(text):
    """Parse whole numbers, also 10.0. Other text becomes null."""
    body = text.str.strip_chars(" \\t\\r\\n")
    number = body.cast(pl.Float64, strict=False)
    whole = pl.when((number == number.floor()) & (number.abs() < 2**53)).then(number)
    return pl.coalesce(body.cast(pl.Int64, strict=False), whole.cast(pl.Int64))`;

export const STRICT_INTEGER = `def strict_integer(text, error):
    """Parse whole numbers, also 10.0. Other text raises the error."""
    reason = ${reason(KINDS.integer)}
    return converted(to_integer(text), text, pl.Int64, reason, error)`;

export const STRICT_FLOAT = `def strict_float(text, error):
    """Parse numbers; NaN becomes null. Other text raises the error."""
    value = text.str.strip_chars(" \\t\\r\\n").cast(pl.Float64, strict=False)
    reason = ${reason(KINDS.float)}
    return converted(value, text, pl.Float64, reason, error).fill_nan(None)`;

export const STRICT_BOOLEAN = `def strict_boolean(text, error):
    """Parse true, false, 1 or 0 in any case. Other text raises the error."""
    body = text.str.strip_chars(" \\t\\r\\n").str.to_lowercase()
    values = {"true": True, "1": True, "false": False, "0": False}
    value = body.replace_strict(values, default=None, return_dtype=pl.Boolean)
    reason = ${reason(KINDS.boolean)}
    return converted(value, text, pl.Boolean, reason, error)`;

export const TO_DATETIME = `def to_datetime(text):
    """Parse ISO 8601 text, detecting the form per cell; an offset is converted to UTC. Other text
    becomes null."""
    body = text.str.strip_chars(" \\t\\r\\n")
    pattern = (
        r"^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([01][0-9]|2[0-3]):([0-5][0-9])"
        r"(?::([0-5][0-9])(?:[.]([0-9]{1,9}))?)?"
        r"(Z|z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?)?$"
    )
    body = pl.when(body.str.contains(pattern)).then(body)
    body = body.str.replace(r"[zZ]$", "+00:00").str.replace(r"[tT]", " ")
    local = [
        body.str.to_datetime(form, strict=False, time_unit="us")
        for form in ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S%.f")
    ]
    zoned = [
        body.str.to_datetime(
            form, strict=False, time_unit="us", time_zone="UTC"
        ).dt.replace_time_zone(None)
        for form in ("%Y-%m-%d %H:%M%#z", "%Y-%m-%d %H:%M:%S%.f%#z")
    ]
    value = pl.coalesce(*local, *zoned)
    return pl.when(value.dt.year().is_between(1, 9999)).then(value)`;

export const STRICT_DATETIME = `def strict_datetime(text, error):
    """Parse ISO 8601 text like to_datetime. Other text raises the error."""
    reason = ${reason(KINDS.datetime)}
    return converted(to_datetime(text), text, pl.Datetime("us"), reason, error)`;
