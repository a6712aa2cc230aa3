"""The operations of nodes on the tables of the benchmark as a person would write them in pandas."""

import hashlib

import numpy as np
import pandas as pd


def execute(node, rows_file, keys_file, out):
    """Read the tables that the node needs, apply it and write its result."""
    frame = pd.read_parquet(rows_file)
    if node in WITH_KEYS:
        result = WITH_KEYS[node](frame, pd.read_parquet(keys_file))
    else:
        result = OPERATIONS[node](frame)
    result.to_parquet(out, index=False)


def copy(file, out):
    """Read a table and write it: the work without a node."""
    pd.read_parquet(file).to_parquet(out, index=False)


def passed(frame, holds):
    """A check: the rows pass through."""
    if not holds:
        raise ValueError("The check is violated.")
    return frame


def bins(frame):
    return frame.assign(bin=pd.cut(frame["amount"], 10).cat.rename_categories(str))


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def describe(frame):
    def row(name):
        cells = frame[name].dropna()
        numbers = pd.api.types.is_numeric_dtype(cells) and cells.dtype != bool
        quantiles = cells.quantile([0.25, 0.5, 0.75]) if numbers else [None] * 3
        return {
            "column": name,
            "type": str(cells.dtype),
            "count": len(cells),
            "nulls": len(frame) - len(cells),
            "distinct": cells.nunique(),
            "min": str(cells.min()),
            "max": str(cells.max()),
            "mean": cells.mean() if numbers else None,
            "std": cells.std() if numbers else None,
            **dict(zip(("q25", "median", "q75"), quantiles)),
        }

    return pd.DataFrame([row(name) for name in frame.columns])


def explode_rows(frame):
    return frame.assign(tags=frame["tags"].str.split(",")).explode("tags", ignore_index=True)


def map_values(frame):
    words = frame["quantity"].map({1: "one", 2: "two"})
    return frame.assign(word=words.fillna(frame["quantity"].astype(str)))


def pivot(frame):
    cells = frame.pivot_table(index="key", columns="flag", values="amount", aggfunc="sum")
    return cells.rename(columns={False: "false", True: "true"}).reset_index()


def remove_outliers(frame):
    amount = frame["amount"]
    q1, q3 = amount.quantile([0.25, 0.75])
    low, high = q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)
    return frame[~((amount < low) | (amount > high))]


def split_column(frame):
    parts = frame["tags"].str.split(",", n=2, expand=True)
    return frame.assign(left=parts[0], right=parts[1])


def top_rows(frame):
    return frame.sort_values("amount", ascending=False, kind="stable").groupby("key").head(3)


OPERATIONS = {
    "assertExpression": lambda f: passed(f, (f["quantity"] >= 0).all()),
    "assertNotNull": lambda f: passed(f, f[["name", "day"]].notna().all().all()),
    "assertRowCount": lambda f: passed(f, len(f) >= 1),
    "assertUnique": lambda f: passed(f, not f.duplicated(["id"], keep=False).any()),
    "assertValueRange": lambda f: passed(f, f["quantity"].between(0, 18).all()),
    "assertValuesInSet": lambda f: passed(f, f["quantity"].isin(range(19)).all()),
    "binColumn": bins,
    "calculatedColumn": lambda f: f.assign(total=f["amount"] * f["quantity"]),
    "castDtypes": lambda f: f.assign(
        amount=f["amount"].astype(str), stamp=pd.to_datetime(f["stamp"])
    ),
    "coalesceColumns": lambda f: f.assign(first=f["amount"].fillna(f["quantity"])),
    "combineColumns": lambda f: f.assign(both=f["name"].str.cat(f["stamp"], sep="-", na_rep="")),
    "conditionalColumn": lambda f: f.assign(size=np.where(f["amount"] > 500, "large", "small")),
    "dateAdd": lambda f: f.assign(later=f["day"] + pd.DateOffset(months=1)),
    "dateDifference": lambda f: f.assign(wait=(f["due"] - f["day"]) / pd.Timedelta(days=1)),
    "describe": describe,
    "dropColumns": lambda f: f.drop(columns=["tags", "stamp"]),
    "dropNulls": lambda f: f.dropna(subset=["amount"]),
    "explodeRows": explode_rows,
    "extractDateParts": lambda f: f.assign(
        day_year=f["day"].dt.year, day_month=f["day"].dt.month
    ),
    "fillNulls": lambda f: f.assign(amount=f["amount"].fillna(f["amount"].mean())),
    "filterExpression": lambda f: f[(f["amount"] > 100) & f["flag"]],
    "filterRows": lambda f: f[f["quantity"] >= 10],
    "groupByAggregate": lambda f: f.groupby("key", sort=False, as_index=False).agg(
        {"amount": "sum", "quantity": "mean"}
    ),
    "hashColumn": lambda f: f.assign(hash=(f["name"] + "|" + f["stamp"]).map(sha256)),
    "limitRows": lambda f: f.iloc[10_000:60_000],
    "mapValues": map_values,
    "parseDates": lambda f: f.assign(stamp=pd.to_datetime(f["stamp"])),
    "pivot": pivot,
    "regexExtract": lambda f: f.assign(number=f["name"].str.extract("([0-9]+)", expand=False)),
    "removeDuplicates": lambda f: f.drop_duplicates(subset=["name"]),
    "removeOutliers": remove_outliers,
    "renameColumns": lambda f: f.rename(columns={"name": "person", "key": "code"}),
    "replaceValues": lambda f: f.assign(name=f["name"].replace("Person 1", "first")),
    "rollingAggregate": lambda f: f.assign(mean=f["amount"].rolling(10).mean()),
    "roundNumbers": lambda f: f.assign(amount=f["amount"].round(1)),
    "rowDifference": lambda f: f.assign(change=f["quantity"].diff()),
    "sampleRows": lambda f: f.sample(10_000, random_state=1).sort_index(),
    "selectColumns": lambda f: f[["name", "amount", "id"]],
    "sortRows": lambda f: f.sort_values(
        ["quantity", "amount"], ascending=[True, False], kind="stable"
    ),
    "splitColumn": split_column,
    "splitRows": lambda f: f.sample(frac=0.8, random_state=1).sort_index(),
    "stringTransform": lambda f: f.assign(name=f["name"].str.upper()),
    "topRows": top_rows,
    "unpivot": lambda f: f.melt(id_vars=["id"], value_vars=["amount", "quantity"]),
    "windowFunction": lambda f: f.assign(rank=f.groupby("key")["amount"].rank(method="min")),
}

def asof_join(frame, keys):
    rows = frame.assign(row=frame.index).sort_values("key", kind="stable")
    joined = pd.merge_asof(rows, keys.sort_values("key"), on="key", direction="nearest")
    return joined.sort_values("row", ignore_index=True).drop(columns="row")


# The operations that also read the table of keys.
WITH_KEYS = {
    "asofJoin": asof_join,
    "concatRows": lambda f, keys: pd.concat([f, keys], ignore_index=True),
    "join": lambda f, keys: f.merge(keys, on="key", how="left"),
    "lookup": lambda f, keys: f.merge(keys, on="key", how="left").fillna({"segment": "none"}),
}
