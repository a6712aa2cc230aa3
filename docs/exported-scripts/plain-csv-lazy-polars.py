"""Largest paid orders

Reads orders.csv from the folder it is run in.
Writes paid_orders.csv there.
Needs Python 3.10 or newer, polars.
"""

import polars as pl


def main() -> None:
    # Orders
    orders = pl.scan_csv(
        "orders.csv",
        schema_overrides={
            "order_id": pl.Int64,
            "customer_id": pl.Int64,
            "city": pl.String,
            "amount": pl.Float64,
            "paid": pl.Boolean,
        },
        null_values="",
    )

    # Paid orders
    paid_orders = orders.filter(pl.col("paid") & (pl.col("amount") > 0))

    # Columns
    columns = paid_orders.select(["order_id", "city", "amount"])

    # Largest first
    largest_first = columns.sort(["amount"], descending=True, nulls_last=True, maintain_order=True)

    # Result
    largest_first.sink_csv("paid_orders.csv")


if __name__ == "__main__":
    main()
