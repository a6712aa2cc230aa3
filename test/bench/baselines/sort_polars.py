"""A stable sort by two columns as a bare script in polars: argv = input file, output Parquet."""
import resource, sys
import polars as pl

scan = pl.scan_parquet if sys.argv[1].endswith(".parquet") else pl.scan_csv
(
    scan(sys.argv[1])
    .sort(["quantity", "amount"], descending=[False, True], maintain_order=True)
    .sink_parquet(sys.argv[2])
)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
