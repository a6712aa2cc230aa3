"""Join of two files as a bare script in pandas: argv = left CSV, right CSV, output Parquet."""
import resource, sys
import pandas as pd

pd.read_csv(sys.argv[1]).merge(pd.read_csv(sys.argv[2]), on="customer").to_parquet(sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
