"""The pipeline as a bare script in pandas: argv = input file, output Parquet."""
import resource, sys
import pandas as pd

read = pd.read_parquet if sys.argv[1].endswith(".parquet") else pd.read_csv
df = read(sys.argv[1])
df = df[df["amount"] > 100]
df = df.assign(total=df["amount"] * df["quantity"])
df = df.groupby("customer", sort=False, as_index=False).agg(total=("total", "sum"), orders=("order_id", "count"))
df.sort_values("total", ascending=False).to_parquet(sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
