"""The operations of nodes on the tables of the benchmark as a person would write them in lazy polars."""

import hashlib

import polars as pl
from polars import col


def execute(node, rows_file, keys_file, out):
    """Scan the tables that the node needs, apply it and write its result."""
    frame = pl.scan_parquet(rows_file)
    if node in WITH_KEYS:
        result = WITH_KEYS[node](frame, pl.scan_parquet(keys_file))
    else:
        result = OPERATIONS[node](frame)
    # The compression of the service and of pandas.
    result.lazy().sink_parquet(out, compression="snappy")


def copy(file, out):
    """Scan a table and write it: the work without a node."""
    pl.scan_parquet(file).sink_parquet(out, compression="snappy")


def describe(frame):
    schema = frame.collect_schema()

    def number(name, value):
        return value if schema[name].is_numeric() else pl.lit(None, dtype=pl.Float64)

    rows = [
        {
            "column": pl.lit(name),
            "type": pl.lit(str(schema[name])),
            "count": col(name).count(),
            "nulls": col(name).null_count(),
            "distinct": col(name).drop_nulls().n_unique(),
            "min": col(name).min().cast(pl.String),
            "max": col(name).max().cast(pl.String),
            "mean": number(name, col(name).mean()),
            "std": number(name, col(name).std()),
            "q25": number(name, col(name).quantile(0.25, "linear")),
            "median": number(name, col(name).median()),
            "q75": number(name, col(name).quantile(0.75, "linear")),
        }
        for name in schema
    ]
    return frame.select(
        pl.concat_list([row[statistic] for row in rows]).explode().alias(statistic)
        for statistic in rows[0]
    )


def passed(frame, holds):
    """A check: the rows pass through."""
    if not frame.select(holds).collect(engine="streaming").item():
        raise ValueError("The check is violated.")
    return frame


def bins(frame):
    low, high = frame.select(col("amount").min(), high=col("amount").max()).collect().row(0)
    edges = [low + (high - low) * step / 10 for step in range(1, 10)]
    return frame.with_columns(bin=col("amount").cut(edges).cast(pl.String))


def date_difference(frame):
    span = (col("due") - col("day")).dt.total_microseconds()
    return frame.with_columns(wait=span / 86_400_000_000)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def pivot(frame):
    cells = col("amount")
    by_key = frame.group_by("key").agg(
        cells.filter(~col("flag")).sum().alias("false"), cells.filter("flag").sum().alias("true")
    )
    return by_key.sort("key")


def remove_outliers(frame):
    amount = col("amount")
    q1, q3 = amount.quantile(0.25, "linear"), amount.quantile(0.75, "linear")
    is_outlier = (amount < q1 - 1.5 * (q3 - q1)) | (amount > q3 + 1.5 * (q3 - q1))
    return frame.filter(~is_outlier.fill_null(False))


def sample(frame, **size):
    rows = frame.with_row_index("row").collect(engine="streaming").sample(**size, seed=1)
    return rows.sort("row").drop("row")


def split_column(frame):
    parts = col("tags").str.split_exact(",", 1)
    fields = [parts.struct.field("field_0").alias("left"), parts.struct.field("field_1")]
    return frame.with_columns(fields[0], fields[1].alias("right"))


def top_rows(frame):
    amount = col("amount").fill_null(float("-inf"))
    place = amount.rank("ordinal", descending=True).over("key")
    return frame.filter(place <= 3).sort(
        "amount", descending=True, nulls_last=True, maintain_order=True
    )


OPERATIONS = {
    "assertExpression": lambda f: passed(f, (col("quantity") >= 0).all()),
    "assertNotNull": lambda f: passed(
        f, col("name").is_not_null().all() & col("day").is_not_null().all()
    ),
    "assertRowCount": lambda f: passed(f, pl.len() >= 1),
    "assertUnique": lambda f: passed(f, col("id").n_unique() == pl.len()),
    "assertValueRange": lambda f: passed(f, col("quantity").is_between(0, 18).all()),
    "assertValuesInSet": lambda f: passed(f, col("quantity").is_in(range(19)).all()),
    "binColumn": bins,
    "calculatedColumn": lambda f: f.with_columns(total=col("amount") * col("quantity")),
    "castDtypes": lambda f: f.with_columns(
        col("amount").cast(pl.String), col("stamp").str.to_datetime("%Y-%m-%d")
    ),
    "coalesceColumns": lambda f: f.with_columns(first=pl.coalesce("amount", "quantity")),
    "combineColumns": lambda f: f.with_columns(
        both=pl.concat_str(col("name", "stamp").fill_null(""), separator="-")
    ),
    "conditionalColumn": lambda f: f.with_columns(
        size=pl.when(col("amount") > 500).then(pl.lit("large")).otherwise(pl.lit("small"))
    ),
    "dateAdd": lambda f: f.with_columns(later=col("day").dt.offset_by("1mo")),
    "dateDifference": date_difference,
    "describe": describe,
    "dropColumns": lambda f: f.drop("tags", "stamp"),
    "dropNulls": lambda f: f.drop_nulls("amount"),
    "explodeRows": lambda f: f.with_columns(col("tags").str.split(",")).explode("tags"),
    "extractDateParts": lambda f: f.with_columns(
        day_year=col("day").dt.year(), day_month=col("day").dt.month()
    ),
    "fillNulls": lambda f: f.with_columns(col("amount").fill_null(col("amount").mean())),
    "filterExpression": lambda f: f.filter(col("amount") > 100, "flag"),
    "filterRows": lambda f: f.filter(col("quantity") >= 10),
    "groupByAggregate": lambda f: f.group_by("key", maintain_order=True).agg(
        col("amount").sum(), col("quantity").mean()
    ),
    "hashColumn": lambda f: f.with_columns(
        hash=pl.concat_str("name", "stamp", separator="|").map_elements(sha256, pl.String)
    ),
    "limitRows": lambda f: f.slice(10_000, 50_000),
    "mapValues": lambda f: f.with_columns(
        word=col("quantity").cast(pl.String).replace({"1": "one", "2": "two"})
    ),
    "parseDates": lambda f: f.with_columns(col("stamp").str.to_datetime("%Y-%m-%d")),
    "pivot": pivot,
    "regexExtract": lambda f: f.with_columns(number=col("name").str.extract("([0-9]+)")),
    "removeDuplicates": lambda f: f.unique(["name"], keep="first", maintain_order=True),
    "removeOutliers": remove_outliers,
    "renameColumns": lambda f: f.rename({"name": "person", "key": "code"}),
    "replaceValues": lambda f: f.with_columns(col("name").replace("Person 1", "first")),
    "rollingAggregate": lambda f: f.with_columns(mean=col("amount").rolling_mean(10)),
    "roundNumbers": lambda f: f.with_columns(col("amount").round(1)),
    "rowDifference": lambda f: f.with_columns(change=col("quantity").diff()),
    "sampleRows": lambda f: sample(f, n=10_000),
    "selectColumns": lambda f: f.select("name", "amount", "id"),
    "sortRows": lambda f: f.sort(
        "quantity", "amount", descending=[False, True], nulls_last=True, maintain_order=True
    ),
    "splitColumn": split_column,
    "splitRows": lambda f: sample(f, fraction=0.8),
    "stringTransform": lambda f: f.with_columns(col("name").str.to_uppercase()),
    "topRows": top_rows,
    "unpivot": lambda f: f.unpivot(["amount", "quantity"], index="id"),
    "windowFunction": lambda f: f.with_columns(rank=col("amount").rank("min").over("key")),
}

def asof_join(frame, keys):
    rows = frame.with_row_index("row").sort("key")
    return rows.join_asof(keys.sort("key"), on="key", strategy="nearest").sort("row").drop("row")


# The operations that also read the table of keys.
WITH_KEYS = {
    "asofJoin": asof_join,
    "concatRows": lambda f, keys: pl.concat([f, keys], how="diagonal"),
    "join": lambda f, keys: f.join(keys, on="key", how="left", maintain_order="left"),
    "lookup": lambda f, keys: f.join(
        keys, on="key", how="left", maintain_order="left"
    ).with_columns(col("segment").fill_null("none")),
}
