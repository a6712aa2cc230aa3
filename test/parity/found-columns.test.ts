import { FILE_FORMATS, type FileFormat } from '../../runner/domain/file-format.ts';
import type { GraphNode } from '../../runner/domain/graph.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { isLeftToNight } from '../support/nightly.ts';
import { checkCases } from './check-cases.ts';
import { fileInputNode, fileOutputNode, table, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

const rows = table('id integer, share float, ok boolean, moment datetime, note string, x null', [
  [1, 0.5, true, '2024-02-29T13:30:05', 'plain', null],
  [-2, 2, false, '2024-02-29T00:00:00', 'a "quoted", word', null],
  [null, null, null, null, null, null],
  [4503599627370497n, 1e-3, true, '1969-12-31T23:59:59.250', '', null],
  [4, 1234567.125, false, '2024-02-29T13:30:05.000001', 'äöü €', null],
  [4, 1234567.125, false, '2024-02-29T13:30:05.000001', 'äöü €', null],
  [4, -0, true, '2024-02-29T13:30:05', 'Zoë', null],
  [5, 0, true, null, '', null],
  [6, Infinity, null, '0001-01-01T00:00:00', 'a', null],
  [null, null, null, null, null, null],
]);

const OTHER_TYPES = `from decimal import Decimal

if type(df).__module__.startswith("polars"):
    import polars as pl

    return df.select(
        pl.col("id").cast(pl.Int16).alias("small"),
        pl.col("share").cast(pl.Float32).alias("single"),
        (pl.col("share") * float("nan")).alias("nan"),
        pl.col("moment").dt.date().alias("day"),
        pl.col("moment").dt.replace_time_zone("UTC").alias("zoned"),
        (pl.col("moment") - pl.col("moment").min()).alias("age"),
        pl.col("note").cast(pl.Categorical).alias("category"),
        pl.col("note").cast(pl.Binary).alias("bytes"),
        pl.col("id").cast(pl.Decimal(18, 3)).alias("price"),
        pl.col("moment").dt.time().alias("clock"),
        pl.concat_list("id", "id").alias("pair"),
    )
import pandas as pd

return pd.DataFrame(
    {
        "small": df["id"].astype("Int16"),
        "single": df["share"].astype("float32"),
        "nan": df["share"].astype("float64") * float("nan"),
        "day": df["moment"].dt.date,
        "zoned": df["moment"].dt.tz_localize("UTC"),
        "age": df["moment"] - df["moment"].min(),
        "category": df["note"].astype("category"),
        "bytes": [None if pd.isna(cell) else cell.encode() for cell in df["note"]],
        "price": [None if pd.isna(cell) else Decimal(int(cell)) for cell in df["id"]],
        "clock": df["moment"].dt.time,
        "pair": [[None if pd.isna(cell) else int(cell)] * 2 for cell in df["id"]],
    }
)`;

const NANOSECONDS = `if type(df).__module__.startswith("polars"):
    import polars as pl

    return pl.DataFrame({"ns": [-1, -1001, None, 1999]}).select(
        pl.col("ns").cast(pl.Datetime("ns")),
        pl.col("ns").cast(pl.Datetime("ns", "Europe/Berlin")).alias("zoned"),
        pl.col("ns").cast(pl.Duration("ns")).alias("age"),
    )
import pandas as pd

ns = pd.Series([-1, -1001, None, 1999])
return pd.DataFrame(
    {
        "ns": pd.to_datetime(ns, unit="ns"),
        "zoned": pd.to_datetime(ns, unit="ns", utc=True),
        "age": pd.to_timedelta(ns, unit="ns"),
    }
)`;

/** Scripts that return a table of these columns, made by the library of their engine. */
const TABLES = {
  'lists and structs that are null': `{
    "list": [[1], None, [], [None]],
    "struct": [{"a": 1}, None, {"a": None}, {"a": 2}],
}`,
  'numbers and times in lists': `{
    "small": [[1e-7, 1.5e-5, -1e-5, 1e-4], [1.0, 0.1], [1e22, 1e21], [1e16, 1e15]],
    "special": [[float("inf"), -float("inf"), float("nan")], [-0.0], [None], []],
    "texts": [["ä€", 'a "b"'], ["a/b"], [""], ["\u2028"]],
    "flags": [[True, None], [False], None, []],
    "times": [[datetime(2024, 2, 29, 13)], [datetime(1969, 1, 1, 1, 2, 3, 250000)], None, []],
    "nested": [[[1, None], None], [[]], None, []],
    "structs": [[{"a": 1e-5, "b": "x"}], [None], None, []],
}`,
  'durations in lists and structs': `{
    "ages": [
        [timedelta(seconds=90), None],
        [timedelta(days=-1, microseconds=5), timedelta(0)],
        None,
        [],
        [timedelta(days=400, hours=1, milliseconds=250)],
    ],
    "struct": [
        {"age": timedelta(microseconds=1)},
        None,
        {"age": None},
        {"age": timedelta(seconds=-1.5)},
        {"age": timedelta(days=1)},
    ],
    "nested": [[[timedelta(minutes=1)], None], [[]], None, [], [[timedelta(microseconds=100)]]],
}`,
  'dates, times and decimals in lists': `{
    "days": [[date(2024, 2, 29), None], [date(1, 1, 1)], None, []],
    "clocks": [[time(1, 2, 3)], [time(0), None], None, [time(23, 59, 59, 250000)]],
    "prices": [[Decimal("1.50"), None], [Decimal("-0.05")], None, []],
}`,
  'names that polars takes for patterns': `{
    "^n.*$": [0.5, float("nan"), None],
    "^a.*$": [timedelta(seconds=5), None, timedelta(0)],
    "^t.*$": [time(1, 2, 3), None, time(0)],
    "*": [1.5, float("nan"), 2.0],
}`,
  'blank names beside those that they become': `{
    " ": [1],
    "column_1": [2],
    "": [3],
    "column_1.1": [4],
    "column_5": [5],
}`,
  'names of white space, and of characters that are none': `{
    "\\u0085": [1],
    "\\u3000": [2],
    "\\u001c": [3],
    "\\ufeff": [4],
    "\\u200b": [5],
}`,
};

const small = table('id integer, share float, moment datetime, note string', [
  [1, 0.5, '2024-02-29T13:30:05', 'plain'],
  [-2, 2, '2024-02-29T00:00:00', 'other'],
  [null, null, null, null],
  [300, 0.25, '2024-02-29T13:30:05.250', 'plain'],
]);

const STEPS: Readonly<Record<string, readonly (readonly GraphNode[])[]>> = {
  'nodes below that need no types': [
    [node('limitRows', { n: 3 })],
    [node('selectColumns', { columns: ['note', 'moment', 'id'] })],
    [node('dropColumns', { columns: ['ok', 'x'] })],
    [node('renameColumns', { mapping: { note: 'text', id: 'number' } })],
    [node('dropNulls', { subset: ['id', 'ok'] })],
    [
      node('assertRowCount', { min_rows: 1 }),
      node('assertNotNull', { columns: ['id'], mode: 'warn' }),
    ],
    [node('sortRows', { columns: ['note', 'id'], ascending: [false, true] })],
    ...['id', 'share', 'ok', 'moment', 'x'].map((name) => [
      node('sortRows', { columns: [name], na_position: 'first' }),
    ]),
    [node('removeDuplicates', {})],
    ...['id', 'share', 'ok', 'moment', 'note', 'x'].map((name) => [
      node('removeDuplicates', { subset: [name], keep: 'last' }),
    ]),
    [node('sampleRows', { n: 4, seed: 3 })],
    [node('dropNulls', {})],
    [node('chartBar', { x: 'note', y: 'id', aggregate: 'sum' })],
    [
      node('renameColumns', { mapping: { note: 'text' } }),
      node('dropNulls', { subset: ['text'] }),
      node('limitRows', { n: 3 }),
      node('selectColumns', { columns: ['moment', 'share', 'text'] }),
    ],
  ],
  'another script below': [[script('return df[["note", "id"]]')]],
  'a script with columns below, then nodes that need types': [
    [
      script('return df[["note", "id"]]', { note: 'string', id: 'integer' }),
      node('filterExpression', { expression: 'id > 0 and note != ""' }),
    ],
  ],
};

/** A script, and branches of nodes below it, each with an output of each of its formats. */
interface Branches {
  readonly script: GraphNode;
  readonly input: ExampleTable;
  readonly branches: readonly (readonly [
    nodes: readonly GraphNode[],
    formats: readonly FileFormat[],
  ])[];
}

const cases = [
  aCase('columns of all types in every format', {
    script: script('return df'),
    input: rows,
    branches: [
      [[], FILE_FORMATS.filter((format) => format !== 'excel')],
      // Excel keeps no type of a column without cells.
      [[node('dropColumns', { columns: ['x'] })], ['excel']],
    ],
  }),
  aCase('columns that need a conversion', {
    script: script(OTHER_TYPES),
    input: small,
    branches: [[[], ['csv', 'jsonl', 'parquet']]],
  }),
  ...Object.entries(TABLES).map(([title, columns]) =>
    aCase(title, {
      script: script(scriptOf(columns)),
      input: small,
      branches: [[[], ['jsonl', 'parquet']]],
    }),
  ),
  aCase('nanoseconds before 1970', {
    script: script(NANOSECONDS),
    input: small,
    branches: [[[], ['parquet']]],
  }),
  aCase('a single column', {
    script: script('return df'),
    input: rows,
    branches: ['note', 'id', 'ok', 'moment'].map((name) => [
      [node('selectColumns', { columns: [name] })],
      ['csv', 'tsv', 'text'],
    ]),
  }),
  ...Object.entries(STEPS).map(([title, steps]) =>
    aCase(title, {
      script: script('return df'),
      input: rows,
      branches: steps.map((nodes) => [nodes, ['csv', 'parquet']]),
    }),
  ),
];

/** What a run refuses, since the script returns only columns `id` and `share`. */
const REFUSED: readonly (readonly [GraphNode, RegExp])[] = [
  [node('renameColumns', { mapping: { unknown: 'id2' } }), /unknown/],
  [node('renameColumns', { mapping: { id: 'id2', unknown: 'id' } }), /unknown/],
  [node('renameColumns', { mapping: { id: 'share' } }), /share/],
  [node('selectColumns', { columns: ['id', 'unknown'] }), /unknown/],
  [node('dropColumns', { columns: ['unknown'] }), /unknown/],
  [node('dropColumns', { columns: ['id', 'share'] }), /All columns would be dropped/],
  [node('dropNulls', { subset: ['unknown'] }), /unknown/],
  [node('sortRows', { columns: ['unknown'] }), /unknown/],
  [node('removeDuplicates', { subset: ['unknown'] }), /unknown/],
  [node('topRows', { by: ['id'], n: 1, per_group: ['unknown'] }), /unknown/],
  [node('assertNotNull', { columns: ['unknown'], mode: 'warn' }), /unknown/],
  [node('assertUnique', { columns: ['unknown'], mode: 'warn' }), /unknown/],
  [node('describe', { columns: ['unknown'] }), /unknown/],
];

const refused = REFUSED.map(([step, error], index) => ({
  ...aCase(`the refusal of ${step.type} ${JSON.stringify(step.data.config)}`, {
    script: script('return df[["id", "share"]]'),
    input: small,
    branches: [[[step], ['csv']]],
  }),
  error,
  isCut: index === 0 || !isLeftToNight('cut flows of refused scripts'),
}));

checkCases(
  'scripts of users without declared columns',
  [...cases, ...refused],
  await parityPython(),
);

function aCase(name: string, { script: first, input, branches }: Branches): ParityCase {
  const nodes = [fileInputNode('in', 'parquet'), { ...first, id: 'script' }];
  const edges = [{ source: 'in', target: 'script' }];
  for (const [place, [steps, formats]] of branches.entries()) {
    let source = 'script';
    for (const [step, one] of steps.entries()) {
      const id = `step${place}_${step}`;
      nodes.push({ ...one, id });
      edges.push({ source, target: id });
      source = id;
    }
    for (const format of formats) {
      const id = `out${place}_${format}`;
      nodes.push(fileOutputNode(id, format));
      edges.push({ source, target: id });
    }
  }
  return {
    name,
    graph: { nodes, edges },
    inputs: [{ nodeId: 'in', name: 'rows.parquet', table: input }],
  };
}

function scriptOf(columns: string): string {
  const names = ['date', 'datetime', 'time', 'timedelta'].filter((name) =>
    columns.includes(`[${name}(`),
  );
  const decimals = columns.includes('[Decimal(') ? 'from decimal import Decimal\n' : '';
  const datetimes = names.length === 0 ? '' : `from datetime import ${names.join(', ')}\n`;
  const imports = datetimes + decimals;
  return `${imports === '' ? '' : `${imports}\n`}columns = ${columns}
if type(df).__module__.startswith("polars"):
    import polars as pl

    return pl.DataFrame(columns)
import pandas as pd

return pd.DataFrame(columns)`;
}

function script(text: string, columns?: JsonObject): GraphNode {
  return node('pythonTransform', { script: text, ...(columns === undefined ? {} : { columns }) });
}

function node(type: string, config: JsonObject): GraphNode {
  return { id: type, type, data: { config } };
}
