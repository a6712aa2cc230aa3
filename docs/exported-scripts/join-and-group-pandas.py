"""Revenue by segment

Reads orders.csv, customers.csv from the folder it is run in.
Writes revenue.csv there.
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

    # Customers
    customers = pd.read_csv(
        "customers.csv",
        dtype={"customer_id": "Int64", "segment": "string"},
        keep_default_na=False,
        na_values=[""],
    )

    # Orders with customers
    orders_with_customers = orders.merge(
        customers.dropna(subset=["customer_id"]), on=["customer_id"], how="left"
    )

    # Revenue by segment
    revenue_by_segment = (
        orders_with_customers.groupby(["segment"], sort=False, dropna=False, as_index=False)
        .agg(amount=("amount", "sum"), order_id=("order_id", "count"))
        .astype({"amount": "Float64", "order_id": "Int64"})
    )

    # Result
    revenue_by_segment.to_csv("revenue.csv", index=False)


if __name__ == "__main__":
    main()
