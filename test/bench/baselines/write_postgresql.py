"""Fills a table by COPY from a CSV file: argv = URL, table, CSV file. Prints the peak memory in MB."""
import resource, sys
import psycopg

COLUMNS = "order_id bigint, customer text, amount double precision, quantity bigint, day text"
with psycopg.connect(sys.argv[1]) as connection, connection.cursor() as cursor:
    cursor.execute(f"DROP TABLE IF EXISTS {sys.argv[2]}")
    cursor.execute(f"CREATE TABLE {sys.argv[2]} ({COLUMNS})")
    with open(sys.argv[3], "rb") as file, cursor.copy(
        f"COPY {sys.argv[2]} FROM STDIN (FORMAT csv, HEADER)"
    ) as copy:
        while data := file.read(1 << 16):
            copy.write(data)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
