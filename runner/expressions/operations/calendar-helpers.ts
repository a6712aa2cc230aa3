/** Python helpers that a script includes at its head when an expression uses them. */

export const DATE_TRUNC = `def date_trunc(column, unit):
    """Return the start of the unit that contains each datetime; weeks start on Monday."""
    values = column.to_numpy(dtype="datetime64[us]")
    codes = {"year": "Y", "month": "M", "day": "D", "hour": "h", "minute": "m", "second": "s"}
    if unit == "quarter":
        months = values.astype("datetime64[M]")
        years = months.astype("datetime64[Y]").astype("datetime64[M]")
        begin = months - (months - years) % np.timedelta64(3, "M")
    elif unit == "week":
        days = values.astype("datetime64[D]")
        begin = days - (days - np.datetime64("1970-01-05", "D")) % np.timedelta64(7, "D")
    else:
        begin = values.astype(f"datetime64[{codes[unit]}]")
    return pd.Series(begin.astype("datetime64[us]"), index=column.index)`;

export const DATE_ADD = `def date_add(column, count, unit):
    """Add one count of units, or a column of counts, to datetimes.

    A day that the target month lacks becomes its last day. Results beyond years 1 to 9999 are null.
    """
    months = {"months": 1, "quarters": 3, "years": 12}.get(unit)
    microseconds = 0 if months else timedelta(**{unit: 1}) // timedelta(microseconds=1)
    values = column.to_numpy(dtype="datetime64[us]")
    counts = pd.Series(count, index=column.index, dtype="Int64")
    most = 120_000 // months if months else -(-10_000 * 366 * 86_400_000_000 // microseconds)
    known = counts.between(-most, most).fillna(False).to_numpy(dtype=bool)
    steps = counts.where(known, 0).to_numpy(dtype="int64")
    if months:
        month = values.astype("datetime64[M]")
        days = values.astype("datetime64[D]")
        target = month + (steps * months).astype("timedelta64[M]")
        first = target.astype("datetime64[D]")
        length = (target + np.timedelta64(1, "M")).astype("datetime64[D]") - first
        day = np.minimum(days - month.astype("datetime64[D]"), length - np.timedelta64(1, "D"))
        moved = (first + day).astype("datetime64[us]") + (values - days)
    else:
        moved = values + (steps * microseconds).astype("timedelta64[us]")
    earliest = np.datetime64("0001-01-01", "us")
    latest = np.datetime64("9999-12-31T23:59:59.999999", "us")
    valid = known & (moved >= earliest) & (moved <= latest)
    return pd.Series(np.where(valid, moved, np.datetime64("NaT", "us")), index=column.index)`;

export const POLARS_DATE_ADD = `def date_add(column, count, unit):
    """Add a count of units to datetimes; null outside the years 1 to 9999."""
    months = {"months": 1, "quarters": 3, "years": 12}.get(unit)
    if months:
        moved = column.dt.offset_by(f"{count * months}mo")
    else:
        moved = column + timedelta(**{unit: count})
    return pl.when(moved.dt.year().is_between(1, 9999)).then(moved)`;

export const POLARS_DATE_ADD_EACH = `def date_add_each(column, count, unit):
    """Add each row's count of units to datetimes; null outside the years 1 to 9999."""
    months = {"months": 1, "quarters": 3, "years": 12}.get(unit)
    microseconds = 0 if months else timedelta(**{unit: 1}) // timedelta(microseconds=1)
    most = 120_000 // months if months else -(-10_000 * 366 * 86_400_000_000 // microseconds)
    steps = pl.when(count.is_between(-most, most)).then(count)
    if months:
        moved = column.dt.offset_by(pl.format("{}mo", steps * months))
    else:
        moved = (column.dt.epoch("us") + steps * microseconds).cast(pl.Datetime("us"))
    return pl.when(moved.dt.year().is_between(1, 9999)).then(moved)`;
