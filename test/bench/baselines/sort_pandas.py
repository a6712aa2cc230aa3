"""A stable sort by two columns as a bare script in pandas: argv = input CSV, output Parquet."""
import resource, sys
import pandas as pd

df = pd.read_csv(sys.argv[1])
df.sort_values(["quantity", "amount"], ascending=[True, False], kind="stable").to_parquet(sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
