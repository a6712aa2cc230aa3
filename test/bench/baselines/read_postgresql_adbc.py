"""Reads a table by ADBC and writes it: argv = URL, table, output Parquet. Prints the peak memory in MB."""
import resource, sys
import polars as pl

pl.read_database_uri(f"SELECT * FROM {sys.argv[2]}", sys.argv[1], engine="adbc").write_parquet(sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
