"""Times the main function of an exported script: argv = script, rounds. Prints the shortest time in seconds."""

import runpy
import sys
import time

main = runpy.run_path(sys.argv[1], run_name="bench")["main"]
times = []
for _ in range(int(sys.argv[2]) + 1):
    started = time.perf_counter()
    main()
    times.append(time.perf_counter() - started)
# The first call also loads what the library loads on demand.
print(min(times[1:]))
