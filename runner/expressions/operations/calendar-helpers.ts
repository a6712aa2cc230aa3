/** Functions that exported scripts carry at their head when a node needs them. */

export const DATE_TRUNC = `def date_trunc(column, unit):
    """The begin of the unit that each datetime lies in; weeks begin on Monday."""
    values = column.to_numpy(dtype="datetime64[us]")
    codes = {"year": "Y", "month": "M", "day": "D", "hour": "h", "minute": "m", "second": "s"}
    if unit == "quarter":
        months = values.astype("datetime64[M]")
        begin = months - (months - months.astype("datetime64[Y]").astype("datetime64[M]")) % np.timedelta64(3, "M")
    elif unit == "week":
        days = values.astype("datetime64[D]")
        begin = days - (days - np.datetime64("1970-01-05", "D")) % np.timedelta64(7, "D")
    else:
        begin = values.astype(f"datetime64[{codes[unit]}]")
    return pd.Series(begin.astype("datetime64[us]"), index=column.index)`;

export const DATE_ADD = `def date_add(column, count, months=0, microseconds=0):
    """Datetimes so much later; days that a month lacks become its last, and years beyond 1 to 9999 null."""
    values = column.to_numpy(dtype="datetime64[us]")
    if months:
        month = values.astype("datetime64[M]")
        days = values.astype("datetime64[D]")
        target = month + np.timedelta64(count * months, "M")
        length = (target + np.timedelta64(1, "M")).astype("datetime64[D]") - target.astype("datetime64[D]")
        day = np.minimum(days - month.astype("datetime64[D]"), length - np.timedelta64(1, "D"))
        moved = (target.astype("datetime64[D]") + day).astype("datetime64[us]") + (values - days)
    else:
        moved = values + np.timedelta64(count * microseconds, "us")
    beyond = (moved < np.datetime64("0001-01-01", "us")) | (moved > np.datetime64("9999-12-31T23:59:59.999999", "us"))
    return pd.Series(np.where(beyond, np.datetime64("NaT", "us"), moved), index=column.index)`;

export const POLARS_DATE_ADD = `def date_add(column, months=0, span=timedelta()):
    """Datetimes so much later; null beyond the years 1 to 9999."""
    moved = column.dt.offset_by(f"{months}mo") if months else column + span
    return pl.when(moved.dt.year().is_between(1, 9999)).then(moved)`;
