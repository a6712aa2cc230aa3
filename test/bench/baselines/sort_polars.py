"""A stable sort by two columns as a bare script in polars: argv = input CSV, output Parquet."""
import resource, sys
import polars as pl

(
    pl.scan_csv(sys.argv[1])
    .sort(["quantity", "amount"], descending=[False, True], maintain_order=True)
    .sink_parquet(sys.argv[2])
)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
