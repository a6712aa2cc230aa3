"""Times reading a Parquet file and writing it by hand in lazy polars.

argv: file, target, rounds. Prints the shortest processor time in seconds after the first round.
"""

import sys
import time

from node_speed_polars import copy

source, target, rounds = sys.argv[1:]
times = []
for _ in range(int(rounds) + 1):
    started = time.process_time()
    copy(source, target)
    times.append(time.process_time() - started)
print(min(times[1:]))
