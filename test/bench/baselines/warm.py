"""An interpreter that stays warm: executes the work of each line of its input, [name, files, output], and prints the
milliseconds of processor time that it took."""
import json, os, sys, time
import pandas as pd
import polars as pl


def pipeline_pandas(orders):
    df = pd.read_parquet(orders)
    df = df[df["amount"] > 100]
    df = df.assign(total=df["amount"] * df["quantity"])
    df = df.groupby("customer", sort=False, as_index=False).agg(total=("total", "sum"), orders=("order_id", "count"))
    return df.sort_values("total", ascending=False, kind="stable")


def join_pandas(left, right):
    return pd.read_parquet(left).merge(pd.read_parquet(right), on="customer")


def sort_pandas(orders):
    return pd.read_parquet(orders).sort_values(["quantity", "amount"], ascending=[True, False], kind="stable")


def pipeline_polars(orders):
    lazy = pl.scan_parquet(orders).filter(pl.col("amount") > 100)
    lazy = lazy.with_columns((pl.col("amount") * pl.col("quantity")).alias("total"))
    lazy = lazy.group_by("customer", maintain_order=True)
    lazy = lazy.agg(pl.col("total").sum(), pl.col("order_id").count().alias("orders"))
    return lazy.sort("total", descending=True, maintain_order=True).collect(engine="in-memory")


def join_polars(left, right):
    lazy = pl.scan_parquet(left).join(pl.scan_parquet(right), on="customer", maintain_order="left")
    return lazy.collect(engine="in-memory")


def sort_polars(orders):
    lazy = pl.scan_parquet(orders).sort(["quantity", "amount"], descending=[False, True], maintain_order=True)
    return lazy.collect(engine="in-memory")


def write(frame, output):
    if isinstance(frame, pd.DataFrame):
        frame.to_parquet(output)
    else:
        frame.write_parquet(output)
    with open(output) as file:
        os.fsync(file.fileno())


for line in sys.stdin:
    name, files, output = json.loads(line)
    before = time.process_time()
    write(globals()[name](*files), output)
    print(json.dumps((time.process_time() - before) * 1000), flush=True)
