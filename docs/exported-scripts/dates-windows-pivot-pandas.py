"""Months and largest orders

Reads orders.csv from the folder it is run in.
Writes months.csv, best_orders.parquet there.
Needs Python 3.10 or newer, pandas, pyarrow.
"""

import numpy as np
import pandas as pd


def main() -> None:
    # Orders
    orders = pd.read_csv(
        "orders.csv",
        dtype={
            "order_id": "Int64",
            "customer_id": "Int64",
            "city": "string",
            "amount": "Float64",
            "paid": "boolean",
            "ordered": "string",
        },
        keep_default_na=False,
        na_values=[""],
    )

    # One row per order
    violations = orders[orders.duplicated(subset=["order_id"], keep=False)]
    if len(violations) > 0:
        raise ValueError(
            f'"order_id" must be unique: {len(violations)} rows violate this.\n{violations.head()}'
        )

    # Dates
    dates = orders.assign(
        ordered=strict_dates(
            orders["ordered"],
            "%d.%m.%Y",
            r"^[0-9]?[0-9]\.[0-9]?[0-9]\.[0-9]{4}$",
            cast_error("Dates (dated)", 'Column "ordered"', CHANGE_FORMAT),
        )
    )

    # Month
    month = dates.assign(ordered_month=dates["ordered"].dt.month.astype("Int64"))

    # Rank in city
    rank_in_city = dates.assign(
        place=ranked(dates, partition=["city"], order=["amount"], ascending=False)
    )

    # Cities by month
    cities_by_month_grouped = (
        month.groupby(["city", "ordered_month"], sort=False, dropna=False, as_index=False)
        .agg(amount=("amount", "sum"))
        .astype({"amount": "Float64"})
    )
    cities_by_month = (
        cities_by_month_grouped.assign(
            ordered_month=cities_by_month_grouped["ordered_month"].astype("string")
        )
        .pivot(index=["city"], columns="ordered_month", values="amount")
        .reindex(columns=["1", "2", "3"])
        .astype("Float64")
        .rename_axis(columns=None)
        .reset_index()
        .sort_values(["city"], kind="stable", ignore_index=True)
    )

    # Three largest
    three_largest = rank_in_city[rank_in_city["place"] <= 3].reset_index(drop=True)

    # Totals
    cities_by_month.to_csv("months.csv", index=False)

    # Best orders
    three_largest.to_parquet("best_orders.parquet", index=False)


def cast_error(node, source, remedy):
    """Return the function that makes the error of a cell. Without a source, it is a constant."""

    def error(row, reason):
        place = "" if source is None else f"{source}, row {row + 1} of the input: "
        return ValueError(f"{node}: {place}{reason}, or {remedy}")

    return error


CHANGE_FORMAT = 'change "format", or set "errors" to "coerce", which makes such values null.'


def read_dates(texts, form, pattern):
    """Parse the texts of a form. Others become null; pandas alone would read some of them, such as
    60 seconds."""
    texts = texts.str.strip(" \t\r\n")
    texts = texts.where(texts.str.fullmatch(pattern).fillna(False).astype("boolean"))
    dates = pd.to_datetime(texts, format=form, errors="coerce", utc="%z" in form)
    dates = dates.where(dates.dt.year.between(1, 9999))
    return dates.astype("datetime64[us, UTC]" if "%z" in form else "datetime64[us]")


def strict_dates(texts, form, pattern, error):
    """Parse the texts of a form. Others raise the error."""
    reason = f'The text "{{}}" cannot be read as a date of the format {form}. Correct it'
    return converted(read_dates(texts, form, pattern), texts, reason, error)


def converted(values, cells, reason, error, show=str):
    """Return the values of cells. A cell without one raises the error."""
    is_wrong = (values.isna() & cells.notna()).to_numpy(dtype=bool)
    if is_wrong.any():
        row = is_wrong.argmax()
        raise error(row, reason.replace("{}", show(cells.iloc[row]), 1))
    return values


def ranked(frame, partition, order, ascending=True, dense=False):
    """Rank the rows of each partition. Rows with equal keys share a rank, a null key has none."""
    rows = frame.dropna(subset=order).sort_values(order, ascending=ascending, kind="stable")
    first = ~rows.duplicated(partition + order)
    groups = [rows[name] for name in partition] or np.zeros(len(rows))
    if dense:
        return first.groupby(groups, dropna=False).cumsum().astype("Int64")
    numbers = first.groupby(groups, dropna=False).cumcount() + 1
    return numbers.where(first).groupby(groups, dropna=False).ffill().astype("Int64")


if __name__ == "__main__":
    main()
