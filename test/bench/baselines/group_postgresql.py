"""Times a statement, on a new connection each time: argv = URL, table, rounds. Prints the shortest time in ms."""
import sys, time
import psycopg

STATEMENT = f"""SELECT customer, sum(amount), count(order_id) FROM {sys.argv[2]}
WHERE amount > 100 GROUP BY customer"""
times = []
for _ in range(int(sys.argv[3])):
    with psycopg.connect(sys.argv[1]) as connection, connection.cursor() as cursor:
        started = time.perf_counter()
        cursor.execute(STATEMENT)
        cursor.fetchall()
        times.append(time.perf_counter() - started)
print(min(times) * 1000)
