/** Functions that a polars script includes when it casts texts. */

export const TO_INTEGER = `def to_integer(text, error=None):
    """Parse whole numbers, also 10.0. Other text raises the error, or is null without one."""
    body = text.str.strip_chars(" \\t\\r\\n")
    number = body.cast(pl.Float64, strict=False)
    whole = pl.when((number == number.floor()) & (number.abs() < 2**53)).then(number)
    value = pl.coalesce(body.cast(pl.Int64, strict=False), whole.cast(pl.Int64))
    if error is None:
        return value
    reason = 'The text "{}" cannot be read as a 64-bit integer. Correct it'
    return converted(value, text, pl.Int64, reason, error)`;

export const TO_FLOAT = `def to_float(text, error):
    """Parse numbers; NaN becomes null. Other text raises the error."""
    value = text.str.strip_chars(" \\t\\r\\n").cast(pl.Float64, strict=False)
    reason = 'The text "{}" cannot be read as a number. Correct it'
    return converted(value, text, pl.Float64, reason, error).fill_nan(None)`;

export const TO_BOOLEAN = `def to_boolean(text, error):
    """Parse true, false, 1 or 0 in any case. Other text raises the error."""
    body = text.str.strip_chars(" \\t\\r\\n").str.to_lowercase()
    values = {"true": True, "1": True, "false": False, "0": False}
    value = body.replace_strict(values, default=None, return_dtype=pl.Boolean)
    reason = 'The text "{}" cannot be read as a boolean (true, false, 1, 0). Correct it'
    return converted(value, text, pl.Boolean, reason, error)`;

export const TO_DATETIME = `def to_datetime(text, error=None):
    """Parse ISO 8601 text, detecting the form per cell; an offset is converted to UTC. Other text
    raises the error, or is null without one."""
    body = text.str.strip_chars(" \\t\\r\\n")
    pattern = (
        r"^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([01][0-9]|2[0-3]):([0-5][0-9])"
        r"(?::([0-5][0-9])(?:[.]([0-9]{1,9}))?)?(Z|z|[+-][0-9]{2}(?::?[0-5][0-9])?)?)?$"
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
    value = pl.when(value.dt.year().is_between(1, 9999)).then(value)
    if error is None:
        return value
    reason = 'The text "{}" cannot be read as an ISO 8601 date or time. Correct it'
    return converted(value, text, pl.Datetime("us"), reason, error)`;
