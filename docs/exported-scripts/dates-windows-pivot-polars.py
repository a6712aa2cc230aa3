"""Months and largest orders

Reads orders.csv from the folder it is run in.
Writes months.csv, best_orders.parquet there.
Needs Python 3.10 or newer, polars.
"""

import polars as pl


def main() -> None:
    # Orders
    orders = pl.read_csv(
        "orders.csv",
        schema_overrides={
            "order_id": pl.Int64,
            "customer_id": pl.Int64,
            "city": pl.String,
            "amount": pl.Float64,
            "paid": pl.Boolean,
            "ordered": pl.String,
        },
        null_values="",
    )

    # One row per order
    violations = orders.filter(pl.struct(["order_id"]).is_duplicated())
    if len(violations) > 0:
        raise ValueError(
            f'"order_id" must be unique: {len(violations)} rows violate this.\n{violations.head()}'
        )

    # Dates
    dates = orders.with_columns(
        strict_dates(
            pl.col("ordered"),
            "%d.%m.%Y",
            r"^[0-9]?[0-9]\.[0-9]?[0-9]\.[0-9]{4}$",
            cast_error("Dates (dated)", 'Column "ordered"', CHANGE_FORMAT),
        ).alias("ordered")
    )

    # Month
    month = dates.with_columns(pl.col("ordered").dt.month().cast(pl.Int64).alias("ordered_month"))

    # Rank in city
    rank_in_city = dates.with_columns(
        pl.col("amount").rank("min", descending=True).over("city").cast(pl.Int64).alias("place")
    )

    # Cities by month
    cities_by_month = (
        month.group_by(["city", "ordered_month"], maintain_order=True)
        .agg(pl.col("amount").sum().fill_nan(None))
        .group_by(["city"], maintain_order=True)
        .agg(
            pl.col("amount").filter(pl.col("ordered_month") == 1).first().alias("1"),
            pl.col("amount").filter(pl.col("ordered_month") == 2).first().alias("2"),
            pl.col("amount").filter(pl.col("ordered_month") == 3).first().alias("3"),
        )
        .sort(["city"], nulls_last=True, maintain_order=True)
    )

    # Three largest
    three_largest = rank_in_city.filter(pl.col("place") <= 3)

    # Totals
    cities_by_month.write_csv("months.csv")

    # Best orders
    three_largest.write_parquet("best_orders.parquet")


def cast_error(node, source, remedy):
    """Return the function that makes the error of a cell. Without a source, it is a constant."""

    def error(row, reason):
        place = "" if source is None else f"{source}, row {row + 1} of the input: "
        return ValueError(f"{node}: {place}{reason}, or {remedy}")

    return error


CHANGE_FORMAT = 'change "format", or set "errors" to "coerce", which makes such values null.'


def read_dates(texts, form, pattern, rest=""):
    """Parse the texts of a form. Others become null; polars alone would read some of them, such as
    years of two digits."""
    texts = texts.str.strip_chars(" \t\r\n")
    is_date = texts.str.contains(pattern)
    zone = "UTC" if "%z" in form else None
    dates = (texts + rest).str.to_datetime(form, strict=False, time_unit="us", time_zone=zone)
    return pl.when(is_date & dates.dt.year().is_between(1, 9999)).then(dates)


def strict_dates(texts, form, pattern, error, rest="", shown=None):
    """Parse the texts of a form. Others raise the error, which may show another form."""
    dates = read_dates(texts, form, pattern, rest)
    dtype = pl.Datetime("us", "UTC" if "%z" in form else None)
    reason = f'The text "{{}}" cannot be read as a date of the format {shown or form}. Correct it'
    return converted(dates, texts, dtype, reason, error)


def converted(values, cells, dtype, reason, error):
    """Return the values of cells. A cell without one raises the error."""

    def check(columns):
        values, cells = (column.alias("") for column in columns)
        wrong = (values.is_null() & cells.is_not_null()).arg_true()
        if len(wrong) > 0:
            text = cells.gather(wrong[:1]).cast(pl.String).item()
            raise error(wrong[0], reason.replace("{}", text, 1))
        return columns[0]

    return pl.map_batches([values, cells], check, return_dtype=dtype)


if __name__ == "__main__":
    main()
