"""A stable sort by two columns as a bare script in pandas: argv = input file, output Parquet."""
import resource, sys
import pandas as pd

read = pd.read_parquet if sys.argv[1].endswith(".parquet") else pd.read_csv
df = read(sys.argv[1])
df.sort_values(["quantity", "amount"], ascending=[True, False], kind="stable").to_parquet(sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
