"""Join of two files as a bare script in pandas: argv = left file, right file, output Parquet."""
import resource, sys
import pandas as pd

read = pd.read_parquet if sys.argv[1].endswith(".parquet") else pd.read_csv
read(sys.argv[1]).merge(read(sys.argv[2]), on="customer").to_parquet(sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
