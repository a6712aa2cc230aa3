"""Writes Parquet and Arrow files of random nested values, and as JSON what a reader makes of them:
`python nested-values.py FOLDER SEED TABLES`."""

import json
import random
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

folder, seed, tables = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
dice = random.Random(seed)
ROWS, COLUMNS = 60, 6
NULLS = 0.3


def random_type(depth):
    if depth == 0:
        return dice.choice([pa.int64(), pa.string(), pa.bool_()])
    inner = random_type(depth - 1)
    kind = dice.choice(["list", "list", "fixed", "struct", "struct", "map"])
    if kind == "list":
        return pa.list_(inner)
    if kind == "fixed":
        return pa.list_(inner, 2)
    if kind == "map":
        return pa.map_(pa.string(), inner)
    names = dice.choice([("x", "y"), ("*", "^.*$")])
    return pa.struct([(names[0], inner), (names[1], random_type(0))])


def random_value(kind, nullable=True):
    if nullable and dice.random() < NULLS:
        return None
    if pa.types.is_map(kind):
        return [(key, random_value(kind.item_type)) for key in dice.sample("abc", dice.randint(0, 3))]
    if pa.types.is_fixed_size_list(kind):
        # pyarrow cannot write null lists of a fixed length within others.
        return [random_value(kind.value_type, not pa.types.is_fixed_size_list(kind.value_type)) for _ in range(2)]
    if pa.types.is_list(kind):
        inner = kind.value_type
        return [random_value(inner) for _ in range(dice.randint(0, 3))]
    if pa.types.is_struct(kind):
        return {field.name: random_value(field.type) for field in kind}
    if pa.types.is_string(kind):
        return dice.choice(["a", 'say "b"', "", "{}", "null"])
    return dice.random() < 0.5 if pa.types.is_boolean(kind) else dice.randint(-9, 9)


def listed(value, kind):
    """The value with lists of keys and values in the place of maps."""
    if value is None:
        return None
    if pa.types.is_map(kind):
        return [{"key": key, "value": listed(item, kind.item_type)} for key, item in value]
    if pa.types.is_struct(kind):
        return {field.name: listed(value[field.name], field.type) for field in kind}
    if pa.types.is_nested(kind):
        return [listed(item, kind.value_type) for item in value]
    return value


def text(value):
    return None if value is None else json.dumps(value, separators=(",", ":"))


for place in range(tables):
    types = [random_type(dice.randint(1, 4)) for _ in range(COLUMNS)]
    while not all(map(pa.types.is_nested, types)):
        types = [random_type(dice.randint(1, 4)) for _ in range(COLUMNS)]
    cells = [[random_value(kind) for _ in range(ROWS)] for kind in types]
    names = [f"c{column}" for column in range(COLUMNS)]
    schema = pa.schema(zip(names, types))
    table = pa.table([pa.array(*pair) for pair in zip(cells, types)], schema=schema)
    pq.write_table(table, folder / f"{place}.parquet", row_group_size=dice.randint(7, ROWS))
    step = dice.randint(5, ROWS)
    batch = table.combine_chunks().to_batches()[0]
    slices = [batch.slice(start, step) for start in range(0, ROWS, step)]
    for name, writer in [("file", pa.ipc.new_file), ("stream", pa.ipc.new_stream)]:
        with writer(str(folder / f"{place}.{name}"), schema) as target:
            for part in slices:
                target.write_batch(part)
    texts = [[text(listed(value, kind)) for value in column] for column, kind in zip(cells, types)]
    rows = [dict(zip(names, row)) for row in zip(*texts)]
    right = {"types": list(map(str, types)), "rows": rows}
    (folder / f"{place}.json").write_text(json.dumps(right))
