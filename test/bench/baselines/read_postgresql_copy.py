"""Reads a table by COPY and writes it: argv = URL, table, output Parquet. Prints the peak memory in MB."""
import io, resource, sys
import polars as pl
import psycopg

with psycopg.connect(sys.argv[1]) as connection, connection.cursor() as cursor:
    text = io.BytesIO()
    with cursor.copy(f"COPY {sys.argv[2]} TO STDOUT (FORMAT csv, HEADER)") as copy:
        for data in copy:
            text.write(data)
text.seek(0)
pl.read_csv(text, try_parse_dates=True).write_parquet(sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
