"""Largest paid orders

Reads orders.csv from the folder it is run in.
Writes paid_orders.csv there.
Needs Python 3.10 or newer, pandas.
"""

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
        },
        keep_default_na=False,
        na_values=[""],
    )

    # Paid orders
    paid_orders = orders[orders["paid"] & (orders["amount"] > 0)].reset_index(drop=True)

    # Columns
    columns = paid_orders[["order_id", "city", "amount"]]

    # Largest first
    largest_first = columns.sort_values(
        ["amount"], ascending=False, kind="stable", ignore_index=True
    )

    # Result
    largest_first.to_csv("paid_orders.csv", index=False)


if __name__ == "__main__":
    main()
