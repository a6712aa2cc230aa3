"""Times the work of one node by hand in pandas or lazy polars: reads Parquet, writes Parquet.

argv: library, node, file of rows, file of keys, rounds. Prints JSON: the shortest times in seconds of this work
and of reading the result and writing it again, the peak of resident memory in MB, and the rows and columns of the
result.
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


def shortest(work):
    """Run a work in rounds. The first round also loads what the library loads on demand."""
    times = []
    processor_times = []
    for _ in range(int(rounds) + 1):
        started, processor_started = time.perf_counter(), time.process_time()
        work()
        times.append(time.perf_counter() - started)
        processor_times.append(time.process_time() - processor_started)
    return {"seconds": min(times[1:]), "processorSeconds": min(processor_times[1:])}


run = shortest(lambda: module.execute(node, rows_file, keys_file, OUT))
# Before the result is read.
peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
fixed = shortest(lambda: module.copy(OUT, f"copy-{OUT}"))
result = pyarrow.parquet.read_metadata(OUT)
print(
    json.dumps(
        {
            "run": run,
            "fixed": fixed,
            "peakMb": peak_kb / 1024,
            "rows": result.num_rows,
            "columns": result.schema.to_arrow_schema().names,
        }
    )
)
