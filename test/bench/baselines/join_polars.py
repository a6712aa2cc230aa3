"""Join of two files as a bare script in polars: argv = left CSV, right CSV, output Parquet."""
import resource, sys
import polars as pl

left = pl.scan_csv(sys.argv[1])
left.join(pl.scan_csv(sys.argv[2]), on="customer", how="inner", maintain_order="left").sink_parquet(sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
