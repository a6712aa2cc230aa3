import pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import type { Column, Frame } from '../engines/pandas/frame.ts';
import { compileExpression, toColumn, toPolars, userErrorFromPolars } from './index.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'a', type: 'integer' },
  { name: 'b', type: 'float' },
  { name: 's', type: 'string' },
  { name: 'flag', type: 'boolean' },
  { name: 'col space', type: 'integer' },
  { name: 'day', type: 'datetime' },
  { name: 'big', type: 'integer' },
  { name: 't', type: 'string' },
  { name: '*', type: 'integer' },
];

type Cell = null | boolean | number | bigint | string;

const ROWS: readonly (readonly Cell[])[] = [
  [1, 10, 1.5, 'ann', true, 5, 1704153600000000n, 9007199254740993n, '2024-01-02', 1],
  [2, 20, null, 'bob', false, 6, 1709211661500000n, -9223372036854775808n, ' 10.0 ', 2],
  [3, -3, 2, null, true, 7, -1n, 9223372036854775807n, 'x', 3],
  [4, 0, -4.5, 'Dee x', null, 8, null, null, 'TRUE', 4],
  [5, null, 2.5, 'straße', false, 9, 1703980800000000n, 3n, '2024-02-29T10:11:12.5+02:00', 5],
];

function column(type: ColumnSchema['type'], cells: readonly Cell[]): Column {
  const validity = Uint8Array.from(cells, (cell) => (cell === null ? 0 : 1));
  switch (type) {
    case 'string': {
      const dictionary = [
        ...new Set(cells.flatMap((cell): string[] => (typeof cell === 'string' ? [cell] : []))),
      ];
      return {
        type,
        dictionary,
        codes: Int32Array.from(cells, (cell) => dictionary.indexOf(String(cell))),
      };
    }
    case 'boolean':
      return { type, values: Uint8Array.from(cells, Number), validity };
    case 'float':
      return { type, values: Float64Array.from(cells, Number), validity };
    case 'integer':
    case 'datetime': {
      const big = BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0));
      const safe = big.every(
        (value) => BigInt(Number(value)) === value && value < 2n ** 53n && value > -(2n ** 53n),
      );
      return { type, values: safe ? Float64Array.from(big, Number) : big, validity };
    }
  }
}

export function frameOf(
  columns: readonly ColumnSchema[],
  rows: readonly (readonly Cell[])[],
): Frame {
  return {
    length: rows.length,
    names: columns.map(({ name }) => name),
    columns: columns.map(({ type }, index) =>
      column(
        type,
        rows.map((row) => row[index] ?? null),
      ),
    ),
  };
}

function polarsOf(
  columns: readonly ColumnSchema[],
  rows: readonly (readonly Cell[])[],
): pl.LazyDataFrame {
  const texts = Object.fromEntries(
    columns.map(({ name }, index) => [
      name,
      rows.map((row) =>
        row[index] === null || row[index] === undefined ? null : String(row[index]),
      ),
    ]),
  );
  const schema = Object.fromEntries(columns.map(({ name }) => [name, pl.Utf8]));
  const typed = columns.map(({ name, type }, index) => {
    const text = pl.nth(index);
    const result =
      type === 'boolean'
        ? text.eq(pl.lit('true'))
        : type === 'float'
          ? text.cast(pl.Float64)
          : type === 'integer'
            ? text.cast(pl.Int64)
            : type === 'datetime'
              ? text.cast(pl.Int64).cast(pl.Datetime('us'))
              : text;
    return result.alias(name);
  });
  return pl
    .DataFrame(texts, { schema })
    .lazy()
    .select(...typed);
}

function cellsOf(result: Column): Cell[] {
  if (result.type === 'string')
    return [...result.codes].map((code) => result.dictionary[code] ?? null);
  const values: (number | bigint)[] = [...result.values];
  return values.map((value, row): Cell => {
    if (result.validity !== null && result.validity[row] === 0) return null;
    if (result.type === 'boolean') return value === 1;
    return result.type === 'float' ? Number(value) : BigInt(value);
  });
}

/** The cells of a polars result, exact. */
function polarsCells(
  lazy: pl.LazyDataFrame,
  expression: pl.Expr,
  type: ColumnSchema['type'] | null,
): Cell[] {
  const frame = lazy.withColumns(expression.alias('result')).select('result').collectSync();
  const expected = {
    integer: 'Int64',
    float: 'Float64',
    boolean: 'Bool',
    string: 'String',
    datetime: 'Datetime',
  };
  expect(String(frame.schema['result'])).toContain(expected[type ?? 'string']);
  const dated = type === 'datetime' ? frame.select(pl.col('result').cast(pl.Int64)) : frame;
  if (type === 'boolean' || type === 'float')
    return [...dated.getColumn('result').toArray()] as Cell[];
  const texts = dated.select(pl.col('result').cast(pl.Utf8)).getColumn('result').toArray() as (
    string | null
  )[];
  return type === 'integer' || type === 'datetime'
    ? texts.map((text) => (text === null ? null : BigInt(text)))
    : texts;
}

export function bothEngines(
  text: string,
  parameters: JsonObject = {},
): { pandas: Cell[]; polars: Cell[] } {
  const expression = compileExpression(text, COLUMNS, parameters);
  const pandas = attempt(() => cellsOf(toColumn(expression, frameOf(COLUMNS, ROWS))));
  const polars = attempt(() =>
    polarsCells(polarsOf(COLUMNS, ROWS), toPolars(expression, pl), expression.type),
  );
  return { pandas, polars };
}

function attempt(compute: () => Cell[]): Cell[] {
  try {
    return compute();
  } catch (error) {
    return [`fails: ${userErrorFromPolars(error)?.message ?? String(error)}`];
  }
}

const n = null;
const CASES: readonly (readonly [string, readonly JsonValue[]])[] = [
  ['a + 1', [11, 21, -2, 1, n]],
  ['(a + b) / 2', [5.75, n, -0.5, -2.25, n]],
  ['5 + 5 * 2', [15, 15, 15, 15, 15]],
  ['-a', [-10, -20, 3, 0, n]],
  ['a / 2', [5, 10, -1.5, 0, n]],
  ['a / 0', [Infinity, Infinity, -Infinity, n, n]],
  ['0 / a', [0, 0, 0, n, n]],
  ['a // 3', [3, 6, -1, 0, n]],
  ['-7 // 2', [-4, -4, -4, -4, -4]],
  ['a // 0', [n, n, n, n, n]],
  ['7 % a', [7, 7, -2, n, n]],
  ['a % 7', [3, 6, 4, 0, n]],
  ['a % -7', [-4, -1, -3, 0, n]],
  ['-7 % 3', [2, 2, 2, 2, 2]],
  ['b % 1', [0.5, n, 0, 0.5, 0.5]],
  ['b // 2', [0, n, 1, -3, 1]],
  ['a ** 2', [100, 400, 9, 0, n]],
  ['-a ** 2', [-100, -400, -9, 0, n]],
  ['2 ** 3 ** 2', [512, 512, 512, 512, 512]],
  ['a ** -1', [0.1, 0.05, -1 / 3, Infinity, n]],
  ['2 ** a', [1024, 1048576, 0.125, 1, n]],
  ['id ** id', [1, 4, 27, 256, 3125]],
  ['b ** 0.5', [1.5 ** 0.5, n, 2 ** 0.5, n, 2.5 ** 0.5]],
  ['flag + 1', [2, 1, 2, n, 1]],
  ['`col space` * 2', [10, 12, 14, 16, 18]],
  ['`*` + 1', [2, 3, 4, 5, 6]],
  ['a > 5', [true, true, false, false, n]],
  ['a > 5 and flag', [true, false, false, false, false]],
  ['a > 5 & b > 1', [true, n, false, false, n]],
  ['flag or a > 5', [true, true, true, n, n]],
  ['not (b > 1)', [false, n, false, true, false]],
  ['~flag', [false, true, false, n, true]],
  ['a = 10', [true, false, false, false, n]],
  ['a <> 10', [false, true, true, true, n]],
  ["s == 'ann'", [true, false, n, false, false]],
  ["s < 'b'", [true, false, n, true, false]],
  ['5 < a < 15', [true, false, false, false, n]],
  ['a in (10, 20)', [true, true, false, false, n]],
  ['a in [10, 20.0, null]', [true, true, n, n, n]],
  ['a not in (10, null)', [false, n, n, n, n]],
  ["s in ('ann', 'bob')", [true, true, n, false, false]],
  ['a in (id * 10)', [true, true, false, false, n]],
  ['big in (9007199254740993, 3)', [true, false, false, n, true]],
  ['a in ()', [false, false, false, false, n]],
  ['a between 0 and 10', [true, false, false, true, n]],
  ["s between 'a' and 'b'", [true, false, n, false, false]],
  ['b is null', [false, true, false, false, false]],
  ['b IS NOT NULL', [true, false, true, true, true]],
  ['b.isnull()', [false, true, false, false, false]],
  ['isnull(0 / a)', [false, false, false, true, true]],
  ['a == null', [n, n, n, n, n]],
  ['abs(a)', [10, 20, 3, 0, n]],
  ['sqrt(a)', [10 ** 0.5, 20 ** 0.5, n, 0, n]],
  ['exp(b)', [Math.exp(1.5), n, Math.exp(2), Math.exp(-4.5), Math.exp(2.5)]],
  ['floor(b)', [1, n, 2, -5, 2]],
  ['ceil(b)', [2, n, 2, -4, 3]],
  ['round(b)', [2, n, 2, -4, 2]],
  ['round(b / 3, 2)', [0.5, n, 0.67, -1.5, 0.83]],
  ['round(a, -1)', [10, 20, 0, 0, n]],
  ['round(id * 5, -1)', [0, 10, 20, 20, 20]],
  ['round(b * 10, -1)', [20, n, 20, -40, 20]],
  ['log10(a)', [1, Math.log10(20), n, -Infinity, n]],
  ['ln(a)', [Math.log(10), Math.log(20), n, -Infinity, n]],
  ['log(id, 2)', [0, 1, Math.log2(3), 2, Math.log2(5)]],
  ['log1p(id)', [1, 2, 3, 4, 5].map(Math.log1p)],
  [
    'sin(id) + cos(id) + tan(id)',
    [1, 2, 3, 4, 5].map((x) => Math.sin(x) + Math.cos(x) + Math.tan(x)),
  ],
  ['sign(a)', [1, 1, -1, 0, n]],
  ['sign(b)', [1, n, 1, -1, 1]],
  ['mod(a, 7)', [3, 6, 4, 0, n]],
  ['upper(s)', ['ANN', 'BOB', n, 'DEE X', 'STRASSE']],
  ['lower(s)', ['ann', 'bob', n, 'dee x', 'straße']],
  ['length(s)', [3, 3, n, 5, 6]],
  ['trim(t)', ['2024-01-02', '10.0', 'x', 'TRUE', '2024-02-29T10:11:12.5+02:00']],
  ["s + '!'", ['ann!', 'bob!', n, 'Dee x!', 'straße!']],
  ["concat(s, '-', id, '-', b, flag)", ['ann-1-1.5true', n, n, n, 'straße-5-2.5false']],
  ['substr(s, 2, 2)', ['nn', 'ob', n, 'ee', 'tr']],
  ['substr(s, 4)', ['', '', n, ' x', 'aße']],
  ['left(s, 2)', ['an', 'bo', n, 'De', 'st']],
  ['right(s, 4)', ['ann', 'bob', n, 'ee x', 'raße']],
  ["replace(s, 'n', '$&')", ['a$&$&', 'bob', n, 'Dee x', 'straße']],
  ["startswith(s, 'a')", [true, false, n, false, false]],
  ["endswith(s, 'x')", [false, false, n, true, false]],
  ["s.str.contains('n')", [true, false, n, false, false]],
  ["contains(a, '0')", [true, true, false, true, n]],
  ["matches(s, '^\\\\w+$')", [true, true, n, false, true]],
  ["s like 'a%'", [true, false, n, false, false]],
  ["s like '_ob'", [false, true, n, false, false]],
  ['coalesce(b, a, 0)', [1.5, 20, 2, -4.5, 2.5]],
  ['coalesce(s, t)', ['ann', 'bob', 'x', 'Dee x', 'straße']],
  ['b.fillna(0)', [1.5, 0, 2, -4.5, 2.5]],
  ['nullif(a, 0)', [10, 20, -3, n, n]],
  ['if(a > 5, 1, 0)', [1, 1, 0, 0, 0]],
  ["case when a > 5 then 'hi' when a < 0 then s end", ['hi', 'hi', n, n, n]],
  ['case when a > 5 then 1 else 2.5 end', [1, 1, 2.5, 2.5, 2.5]],
  ['greatest(a, b)', [10, 20, 2, 0, 2.5]],
  ['least(a, b, 1)', [1, 1, -3, -4.5, 1]],
  ["greatest(s, 'bob')", ['bob', 'bob', 'bob', 'bob', 'straße']],
  ['cast(a as text)', ['10', '20', '-3', '0', n]],
  ['cast(b as string)', ['1.5', n, '2.0', '-4.5', '2.5']],
  ['cast(flag as string)', ['true', 'false', 'true', n, 'false']],
  [
    'cast(day as string)',
    [
      '2024-01-02 00:00:00',
      '2024-02-29 13:01:01.500',
      '1969-12-31 23:59:59.999999',
      n,
      '2023-12-31 00:00:00',
    ],
  ],
  ['try_cast(t as integer)', [n, 10, n, n, n]],
  ['try_cast(t as float)', [n, 10, n, n, n]],
  ['try_cast(t as boolean)', [n, n, n, true, n]],
  ['try_cast(b as integer)', [n, n, 2, n, n]],
  ['cast(a as boolean)', [true, true, true, false, n]],
  ['cast(flag as integer)', [1, 0, 1, n, 0]],
  ['year(day)', [2024, 2024, 1969, n, 2023]],
  ['month(day) * 100 + day(day)', [102, 229, 1231, n, 1231]],
  ['hour(day)', [0, 13, 23, n, 0]],
  ['year(t)', [2024, n, n, n, 2024]],
  ['hour(t)', [0, n, n, n, 8]],
  ["date_diff(day, '2024-01-03', 'hours')", [24, -1381.017083333, 473400.0000000003, n, 72]],
  ["day > '2024-01-01'", [true, true, false, n, false]],
  ["day == '2024-01-02T01:00:00+01:00'", [true, false, false, n, false]],
  ["day in ('2024-01-02', '2023-12-31')", [true, false, false, n, true]],
  ['big - 1', [9007199254740992n, 'overflow', n, n, n]],
  ['big > 9007199254740992', [true, false, true, n, false]],
  ['big * 0 + 1', [1, 1, 1, n, 1]],
  ['5', [5, 5, 5, 5, 5]],
  ['1e3', [1000, 1000, 1000, 1000, 1000]],
  ["'it''s'", Array(5).fill("it's")],
  ['"it\\"s"', Array(5).fill('it"s')],
  ['TRUE', [true, true, true, true, true]],
  ['null', [n, n, n, n, n]],
  ['a\n+ 1', [11, 21, -2, 1, n]],
  ['{{ k }} + a', [15, 25, 2, 5, n]],
  ["'{{k}}-{{ zzz }}-{{nm}}'", Array(5).fill("5-{{ zzz }}-a' or 1")],
  ['s == {{ nm }}', [false, false, n, false, false]],
];

const PARAMETERS = { k: 5, nm: "a' or 1" };

describe('an expression', () => {
  it.each(CASES.filter(([text]) => text !== 'big - 1'))('%s', (text, expected) => {
    const { pandas, polars } = bothEngines(text, PARAMETERS);
    expect(polars.map(comparable)).toEqual(expected.map(comparable));
    expect(pandas.map(comparable)).toEqual(expected.map(comparable));
  });

  it.each([
    ['big - 1', /-9223372036854775809 is beyond the range of 64-bit/],
    ['big * 2', /beyond the range of 64-bit/],
    ['-big', /9223372036854775808 is beyond/],
    ['abs(big)', /9223372036854775808 is beyond/],
    ['a ** 40', /beyond the range of 64-bit/],
    ['cast(t as integer)', /The text "2024-01-02" cannot be read as a 64-bit integer/],
    ['cast(b as integer)', /1\.5 is not a whole/],
    ['cast(t as datetime)', /The text " 10.0 " cannot be read as an ISO 8601/],
  ])('%s fails alike on both engines', (text, message) => {
    const { pandas, polars } = bothEngines(text);
    expect(String(pandas[0])).toMatch(message);
    expect(String(polars[0])).toMatch(message);
  });
});

function comparable(value: JsonValue): unknown {
  if (typeof value === 'bigint')
    return BigInt.asIntN(64, value) > 2n ** 53n ? value : Number(value);
  if (typeof value !== 'number' || !Number.isFinite(value) || value === 0) return value;
  return Number(value.toPrecision(9)) + 0;
}
