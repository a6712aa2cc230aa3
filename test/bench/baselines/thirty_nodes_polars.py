"""A flow of 30 nodes as a lazy script in polars: argv = input file, two output files,
file for the counts and samples."""
import json, resource, sys
import polars as pl

scan = pl.scan_parquet if sys.argv[1].endswith(".parquet") else pl.scan_csv
col = pl.col
nodes = {}

nodes["in"] = f = scan(sys.argv[1])
nodes["sold"] = f = f.filter(col("amount") > 5)
nodes["few"] = f = f.filter((col("quantity") <= 18) & (col("customer") != "c0"))
nodes["typed"] = f = f.with_columns(col("quantity").cast(pl.Float64))
nodes["names"] = f = f.rename({"order_id": "id", "customer": "client"})
nodes["gross"] = f = f.with_columns((col("amount") * col("quantity")).alias("gross"))
nodes["discount"] = f = f.with_columns(
    pl.when(col("gross") > 5000).then(0.1).otherwise(0.02).alias("discount")
)
nodes["net"] = f = f.with_columns((col("gross") * (1 - col("discount"))).alias("net"))
nodes["tax"] = f = f.with_columns((col("net") * 0.2).alias("tax"))
nodes["total"] = f = f.with_columns((col("net") + col("tax")).alias("total"))
nodes["filled"] = f = f.with_columns(col("total", "tax").fill_null(0))
nodes["fewer"] = f = f.drop("discount", "tax")
nodes["month"] = f = f.with_columns(col("day").str.slice(0, 7).alias("month"))
nodes["known"] = f = f.drop_nulls(["client", "month"])
nodes["large"] = f = f.filter(col("total") > 200)
nodes["cents"] = f = f.with_columns((col("total") * 100).round(0, mode="half_to_even").alias("cents"))
nodes["whole"] = f = f.with_columns(col("cents").cast(pl.Int64))
nodes["unit"] = f = f.with_columns((col("total") / col("quantity")).alias("unit"))
nodes["margin"] = f = f.with_columns((col("net") / col("gross")).alias("margin"))
nodes["plausible"] = f = f.filter(col("margin") > 0.85)
nodes["named"] = f = f.rename({"total": "due"})
nodes["chosen"] = f = f.select("id", "client", "month", "due", "cents", "unit", "margin", "quantity")
nodes["recent"] = recent = f.filter(col("month") >= "2024-03")
clients = recent.group_by("client", maintain_order=True).agg(
    col("due").sum(), col("id").count(), col("unit").mean()
)
months = recent.group_by("month", maintain_order=True).agg(col("due").sum(), col("quantity").sum())

# One plan for what reads every row. The first rows are faster one by one, in a tenth of the memory.
counted = ["in", "sold", "few", "known", "large", "plausible", "recent"]
counts = [nodes[name].select(pl.len()) for name in counted]
clients, months, *counts = pl.collect_all([clients, months, *counts], engine="streaming")
samples = {name: frame.head(20).collect(engine="streaming") for name, frame in nodes.items()}
rows = {name: count.item() for name, count in zip(counted, counts)}
good = clients.filter(col("due") > 1000)
best = good.sort("due", descending=True, maintain_order=True)
by_month = months.sort("month", maintain_order=True)
small = {"clients": clients, "good": good, "best": best, "months": months, "byMonth": by_month}
samples |= {name: frame.head(20) for name, frame in small.items()}
rows |= {name: frame.height for name, frame in small.items()}
best.write_parquet(sys.argv[2])
by_month.write_parquet(sys.argv[3])
with open(sys.argv[4], "w") as file:
    json.dump({"rows": rows, "samples": {name: sample.rows() for name, sample in samples.items()}}, file)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
