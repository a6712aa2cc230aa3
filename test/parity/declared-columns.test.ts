import type { Dtype } from '../../runner/domain/column.ts';
import { indentCode } from '../../runner/python/indent-code.ts';
import { checkCases } from './check-cases.ts';
import { chain, table, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';
import { runCases, SCRIPTS } from './parity-run.ts';

/** The same column, or frame, as code of both libraries. */
type Pair = readonly [pandas: string, polars: string];
type DeclaredPair = readonly [type: Dtype, ...Pair];

const INDENT = 4;
const MOMENTS = '[datetime.datetime(2024, 7, 1, 2), None]';
const BEYOND_64_BITS: Pair = [
  'pd.Series([2**63, 1], dtype="uint64")',
  'pl.Series([2**63, 1], dtype=pl.UInt64)',
];

/** Columns of two rows that have the declared type, as a run reads the file of a result. */
const FITTING: readonly DeclaredPair[] = [
  ['integer', 'pd.Series([2**53 + 1, None], dtype="Int64")', 'pl.Series([2**53 + 1, None])'],
  ['integer', 'pd.Series([300, None], dtype="Int16")', 'pl.Series([300, None], dtype=pl.Int16)'],
  ['integer', 'pd.Series([300, 1], dtype="uint64")', 'pl.Series([300, 1], dtype=pl.UInt64)'],
  ['integer', 'pd.Series([1, None], dtype=object)', 'pl.Series([1, None], dtype=pl.Int128)'],
  ['integer', ...series('[None, None]')],
  ['float', ...series('[0.1, float("nan")]')],
  ['float', ...series('[0.1, float("inf")]')],
  ['float', 'pd.Series([0.1, 2], dtype="float32")', 'pl.Series([0.1, 2], dtype=pl.Float32)'],
  ['float', ...series('[decimal.Decimal("1.10"), None]')],
  ['float', ...series('[datetime.timedelta(seconds=1.5), None]')],
  ['float', ...series('[None, None]')],
  ['boolean', ...series('[True, None]')],
  ['boolean', ...series('[None, None]')],
  ['datetime', ...series(MOMENTS)],
  ['datetime', ...series('[datetime.date(2024, 2, 29), None]')],
  [
    'datetime',
    'pd.to_datetime(pd.Series([0, None]), utc=True).dt.tz_convert("Europe/Berlin")',
    'pl.Series([0, None]).cast(pl.Datetime("us", "Europe/Berlin"))',
  ],
  [
    'datetime',
    'pd.Series(pd.to_datetime([-1, 1999], unit="ns"))',
    'pl.Series([-1, 1999]).cast(pl.Datetime("ns"))',
  ],
  ['datetime', ...series('[None, None]')],
  ['string', ...series('["ä", None]')],
  [
    'string',
    'pd.Series(["a", None], dtype="category")',
    'pl.Series(["a", None], dtype=pl.Enum(["a"]))',
  ],
  ['string', ...series('[[1, 2], None]')],
  ['string', ...series('[{"a": 1}, None]')],
  ['string', ...series('[datetime.time(1, 2, 3), None]')],
  ['string', ...series('[b"bytes", None]')],
  ['string', ...BEYOND_64_BITS],
  ['string', ...series('[None, None]')],
];

const OTHER_TYPE = /has the type \w+ in column "v", and its config declares \w+\./;

/** Columns that have another type. A cast would round, truncate or read them, or take the number of a date. */
const OTHER_TYPES: readonly DeclaredPair[] = [
  ['integer', ...series('[1.5, None]')],
  ['integer', ...series('[1.0, None]')],
  ['integer', ...series('[float("nan"), float("nan")]')],
  ['integer', ...series('[float("inf"), 1.0]')],
  ['integer', ...series('["1", None]')],
  ['integer', ...series('["abc", None]')],
  ['integer', ...series('[True, False]')],
  ['integer', ...BEYOND_64_BITS],
  ['float', ...series('[2**53 + 1, 1]')],
  ['float', ...series('["1.5", None]')],
  ['boolean', ...series('[1, 0]')],
  ['datetime', ...series('["2024-02-29", None]')],
  ['datetime', ...series('[5, 6]')],
  ['string', ...series('[5, 6]')],
  ['string', ...series(MOMENTS)],
];

/** Frames that a run refuses, for columns that are declared as given. */
const REFUSED: readonly (readonly [
  title: string,
  columns: Readonly<Record<string, Dtype>>,
  frame: Pair,
  error: RegExp,
])[] = [
  ...OTHER_TYPES.map(
    ([type, pandas, polars]) =>
      [`${polars} as ${type}`, { v: type }, frame({ v: [pandas, polars] }), OTHER_TYPE] as const,
  ),
  [
    'a date beyond the year 9999',
    { v: 'datetime' },
    frame({
      v: [
        'pd.Series([500_000_000_000], dtype="datetime64[s]")',
        'pl.Series([500_000_000_000_000]).cast(pl.Datetime("ms"))',
      ],
    }),
    /Column "v" holds dates beyond the years 1 to 9999/,
  ],
  [
    'bytes that are no text',
    { v: 'string' },
    frame({ v: series('[b"\\xff"]') }),
    /Column "v" holds bytes that are not UTF-8/,
  ],
  [
    'periods of pandas, and objects of polars',
    { v: 'string' },
    frame({
      v: [
        'pd.Series(pd.period_range("2024-01", periods=1, freq="M"))',
        'pl.Series([object()], dtype=pl.Object)',
      ],
    }),
    /Column "v" of the result .*cannot be stored/,
  ],
  [
    'a column that is missing',
    { v: 'integer', w: 'integer' },
    frame({ v: series('[1]') }),
    /has no column "w", which its config declares/,
  ],
  [
    'a column that is not declared',
    { v: 'integer' },
    frame({ v: series('[1]'), w: series('[1]') }),
    /has the column "w", which its config does not declare/,
  ],
  [
    'a result that is no frame',
    { v: 'integer' },
    series('[1]'),
    /must return a (pandas|polars) DataFrame\. It returned a (pandas|polars) Series/,
  ],
];

const python = await parityPython();

const fitting = FITTING.map(([type, ...pair], index) => ({ name: `c${index}`, type, pair }));

checkCases(
  'scripts of users with declared columns',
  [
    aCase(
      'columns of the declared types',
      Object.fromEntries(fitting.map(({ name, type }) => [name, type])),
      frame(Object.fromEntries(fitting.map(({ name, pair }) => [name, pair]))),
    ),
    aCase(
      'names that polars takes for patterns',
      { '^v.*$': 'float', '*': 'integer' },
      frame({ '*': series('[1]'), '^v.*$': series('[1.5]') }),
    ),
    aCase('a blank name', { column_1: 'integer' }, frame({ ' ': series('[1]') })),
    aCase('columns without rows', { v: 'datetime' }, frame({ v: series('[]') })),
    aCase('a lazy frame of polars', { v: 'integer' }, [
      'pd.DataFrame({"v": [1]})',
      'pl.LazyFrame({"v": [1]})',
    ]),
    ...REFUSED.map(([title, columns, result, error]) => ({
      ...aCase(`the refusal of ${title}`, columns, result),
      error,
    })),
  ],
  python,
);

const described = python === null ? describe.skip : describe;

described('an exported script whose result has another type than the declared one', () => {
  it('names the column, both types and the remedy', async () => {
    const name = 'a float as integer';
    const result = frame({ v: series('[1.5]') });
    const outcomes = await runCases([aCase(name, { v: 'integer' }, result)], python);
    const scripts = outcomes.get(name)?.scripts;
    expect(SCRIPTS.map((script) => scripts?.[script])).toEqual(
      ['Int64', 'Int64', 'Int64'].map((declared) => ({
        error: expect.stringContaining(
          `TypeError: Column "v" of the result has the dtype Float64, but ${declared} is declared. Convert it in the script.`,
        ) as string,
      })),
    );
  });
});

/** A series of the same values in both libraries. */
function series(values: string): Pair {
  return [`pd.Series(${values})`, `pl.Series(${values})`];
}

function frame(columns: Readonly<Record<string, Pair>>): Pair {
  const [pandas, polars] = [0, 1].map((place) =>
    Object.entries(columns)
      .map(([name, pair]) => `        ${JSON.stringify(name)}: ${pair[place] ?? ''},\n`)
      .join(''),
  );
  return [`pd.DataFrame(\n    {\n${pandas}    }\n)`, `pl.DataFrame(\n    {\n${polars}    }\n)`];
}

/** A flow with a script that returns a frame of the library of its engine. */
function aCase(
  name: string,
  columns: Readonly<Record<string, Dtype>>,
  [pandas, polars]: Pair,
): ParityCase {
  const modules = ['datetime', 'decimal'].filter((module) => polars.includes(`${module}.`));
  const script = `${modules.map((module) => `import ${module}\n`).join('')}
if type(df).__module__.startswith("polars"):
    import polars as pl

${indentCode(`return ${polars}`, INDENT)}
import pandas as pd

return ${pandas}`.trimStart();
  return {
    name,
    graph: chain('parquet', [{ type: 'pythonTransform', config: { script, columns } }]),
    inputs: [{ nodeId: 'in', name: 'rows.parquet', table: table('x integer', [[1]]) }],
    // Each run starts a process, and the script is the only node.
    isCut: false,
  };
}
