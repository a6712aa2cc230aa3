"""Join of two files as a bare script in polars: argv = left file, right file, output Parquet."""
import resource, sys
import polars as pl

scan = pl.scan_parquet if sys.argv[1].endswith(".parquet") else pl.scan_csv
left = scan(sys.argv[1])
left.join(scan(sys.argv[2]), on="customer", how="inner", maintain_order="left").sink_parquet(sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
