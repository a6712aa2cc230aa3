"""What an upload does at least, in Python: `upload-baseline.py CSV PARQUET` prints the seconds."""

import sys
import time

import polars as pl

ROWS = 10_000


def profile(column: pl.Series) -> dict:
    facts = {
        "null_count": column.null_count(),
        "distinct": column.n_unique(),
    }
    if column.dtype.is_numeric():
        facts |= {
            "min": column.min(),
            "max": column.max(),
            "mean": column.mean(),
            "std": column.std(),
        }
    elif column.dtype == pl.String:
        lengths = column.str.len_chars()
        facts |= {
            "min_len": lengths.min(),
            "max_len": lengths.max(),
            "top_values": column.value_counts(sort=True).head(5).rows(),
        }
    return facts


source, target = sys.argv[1:]
started = time.perf_counter()
pl.scan_csv(source).sink_parquet(target)
head = pl.scan_parquet(target).head(ROWS).collect()
profiles = [profile(column) for column in head]
rows = pl.scan_parquet(target).select(pl.len()).collect().item()
assert rows > 0 and len(profiles) == head.width
print(time.perf_counter() - started)
