"""The pipeline as a bare script in polars: argv = input file, output Parquet."""
import resource, sys
import polars as pl

scan = pl.scan_parquet if sys.argv[1].endswith(".parquet") else pl.scan_csv
(
    scan(sys.argv[1])
    .filter(pl.col("amount") > 100)
    .with_columns((pl.col("amount") * pl.col("quantity")).alias("total"))
    .group_by("customer")
    .agg(pl.col("total").sum(), pl.col("order_id").count().alias("orders"))
    .sort("total", descending=True)
    .sink_parquet(sys.argv[2])
)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
