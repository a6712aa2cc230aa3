"""Writes Parquet as its users do: argv = engine, input CSV, output Parquet."""
import sys

_, engine, source, target = sys.argv
if engine == "polars":
    import polars as pl

    pl.read_csv(source).write_parquet(target)
else:
    import pandas as pd

    pd.read_csv(source).to_parquet(target)
