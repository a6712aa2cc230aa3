"""Totals of cities

Set the environment variable SHOP_URL to the address of Shop, such as
postgresql+pg8000://reader:PASSWORD@db.example.org/shop
Set the environment variable REPORTS_URL to the address of Reports, such as sqlite:///reports.db
Needs Python 3.10 or newer, polars, sqlalchemy 2 or newer, pg8000.
"""

import json
import math
import os
import re
import sys
from datetime import time, timedelta
from uuid import UUID

import polars as pl
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

# Parameters
since = "2026-01-01"


def main() -> None:
    # SQL Input
    # A query cannot be scanned: all of its rows are read.
    sql_input = read_query(
        address("SHOP_URL"),
        SQL_INPUT_QUERY,
        {"order_id": (int, pl.Int64), "city": (as_text, pl.String), "amount": (float, pl.Float64)},
        {"since": since},
    ).lazy()

    # Totals by city
    totals_by_city = sql_input.group_by(["city"], maintain_order=True).agg(
        pl.col("amount").sum().fill_nan(None)
    )

    # SQL Output
    rows = totals_by_city.collect().to_dicts()
    target = table_of("city_totals", {"city": sa.TEXT, "amount": sa.REAL}, keys=["city"])
    write_rows(
        address("REPORTS_URL"),
        rows,
        target,
        "upsert",
        upsert(sqlite.insert(target), rows, ["city"]),
    )


def address(variable):
    """The address of a connection from the environment, since it may have a password."""
    return os.environ.get(variable) or sys.exit(f"Set the environment variable {variable}.")


def as_text(cell):
    """A cell of a text column: what is not text yet is written as JSON."""
    if isinstance(cell, str):
        return cell
    if hasattr(cell, "isoformat"):
        return cell.isoformat(sep=" ")
    return json.dumps(cell, ensure_ascii=False, separators=(",", ":"))


def column_cells(rows, name, kind):
    """The cells of one column, each turned into its kind; absent ones are None."""
    return [None if (cell := row.get(name)) is None else kind(cell) for row in rows]


def table(rows, kinds):
    """A DataFrame of rows; a kind is what reads the cells of a column, and its dtype."""
    columns = {
        name: pl.Series(column_cells(rows, name, kind), dtype=dtype)
        for name, (kind, dtype) in kinds.items()
    }
    return pl.DataFrame(columns)


def plain_cell(cell, kind):
    """A cell of a database as a value of its kind can be read from: durations are seconds."""
    if cell is None:
        return None
    if kind is float:
        number = cell / timedelta(seconds=1) if isinstance(cell, timedelta) else float(cell)
        return None if math.isnan(number) else number
    if kind.__name__ == "as_datetime" and isinstance(cell, str):
        # No calendar has such a date of MySQL, which a run reads as null.
        return None if re.match(r"0000-|\d{4}-00-|\d{4}-\d\d-00", cell) else cell
    if kind is int and isinstance(cell, bytes):
        return int.from_bytes(cell, "big")
    if isinstance(cell, time):
        return f"{cell:%H:%M:%S.%f}".rstrip("0").rstrip(".")
    if isinstance(cell, UUID):
        return str(cell)
    if isinstance(cell, (bytes, list, timedelta)):
        raise TypeError(f"Cast {type(cell).__name__} cells to text in the query: {cell!r:.80}")
    return cell


def shown_query(connection, query, kinds, values):
    """The query with cells of PostgreSQL as the server shows them."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    inner = re.sub(r";\s*(--[^\n]*)?\s*$", "", query)
    types = connection.execute(sa.text(f"SELECT * FROM ({inner}\n) AS q LIMIT 0"), values)
    others = {
        name
        for name, oid, *_ in types.cursor.description
        if name in kinds
        and oid not in {18, 19, 25, 1042, 1043, 1083, 2950}
        and kinds[name][0].__name__ == "as_text"
    }
    if not others:
        return query
    cells = []
    for name in kinds:
        cell = f"q.{quote(name)}"
        shown = f"CASE WHEN num_nulls({cell}) = 0 THEN format('%s', {cell}) END AS {quote(name)}"
        cells.append(shown if name in others else cell)
    return f"SELECT {', '.join(cells)} FROM ({inner}\n) AS q"


def read_query(url, query, kinds, values=None):
    """The rows of a query, in columns of the kinds that are given. Dates with a zone become UTC."""
    with sa.create_engine(url).connect() as connection:
        dialect = connection.dialect
        if dialect.name == "mysql":
            connection.exec_driver_sql("SET time_zone = '+00:00'")
        # Else SQLAlchemy cuts the names of SQLite at a dot.
        connection = connection.execution_options(sqlite_raw_colnames=True)
        values = values or {}
        if dialect.name == "postgresql":
            query = shown_query(connection, query, kinds, values)
        result = connection.execute(sa.text(query), values)
        cells = [
            {name: plain_cell(row[name], kind) for name, (kind, _) in kinds.items()}
            for row in result.mappings()
        ]
    return table(cells, kinds)


SQL_INPUT_QUERY = """
SELECT order_id, city, amount
FROM orders
WHERE ordered_on >= :since
"""


def table_of(name, types, schema=None, keys=()):
    """A table with columns of the given types, of which some identify a row."""
    columns = [
        sa.Column(column, dtype, nullable=column not in keys, autoincrement=False)
        for column, dtype in types.items()
    ]
    constraints = [sa.UniqueConstraint(*keys)] if keys else []
    return sa.Table(name, sa.MetaData(), *columns, *constraints, schema=schema)


def write_rows(url, rows, table, mode, statement=None):
    """Writes rows to a table in one transaction: all of them, or none."""
    with sa.create_engine(url).begin() as connection:
        if connection.dialect.name == "sqlite":
            # Else Python commits the creation of a table at once.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        exists = sa.inspect(connection).has_table(table.name, table.schema)
        if exists and mode == "fail":
            raise ValueError(f"The table {table.fullname} exists already.")
        if exists and mode == "replace":
            table.drop(connection)
        if not exists or mode == "replace":
            table.create(connection)
        if rows:
            connection.execute(table.insert() if statement is None else statement, rows)


def upsert(statement, rows, keys):
    """An insertion that updates the rows with equal keys."""
    found = [key for row in rows if None not in (key := tuple(row[name] for name in keys))]
    if len(set(found)) < len(found):
        raise ValueError(f"Two rows have the same values in {', '.join(keys)}.")
    others = {column.name: column for column in statement.excluded if column.name not in keys}
    if not others:
        return statement.on_conflict_do_nothing(index_elements=keys)
    return statement.on_conflict_do_update(index_elements=keys, set_=others)


if __name__ == "__main__":
    main()
