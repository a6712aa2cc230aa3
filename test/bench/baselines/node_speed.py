"""Times the work of one node by hand in pandas or lazy polars: reads Parquet, writes Parquet.

argv: library, node, file of rows, file of keys, rounds. Prints JSON: the shortest time and processor time in
seconds, the peak of resident memory in MB, and the rows and columns of the result.
"""

import importlib
import json
import resource
import sys
import time

import pyarrow.parquet

library, node, rows_file, keys_file, rounds = sys.argv[1:]
module = importlib.import_module(f"node_speed_{library}")
OUT = f"{node}-{library}.parquet"

times = []
processor_times = []
# The first round also loads what the library loads on demand.
for _ in range(int(rounds) + 1):
    started, processor_started = time.perf_counter(), time.process_time()
    module.execute(node, rows_file, keys_file, OUT)
    times.append(time.perf_counter() - started)
    processor_times.append(time.process_time() - processor_started)
# Before pyarrow reads the result.
peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
result = pyarrow.parquet.read_metadata(OUT)
print(
    json.dumps(
        {
            "seconds": min(times[1:]),
            "processorSeconds": min(processor_times[1:]),
            "peakMb": peak_kb / 1024,
            "rows": result.num_rows,
            "columns": result.schema.to_arrow_schema().names,
        }
    )
)
