import pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import {
  EXPRESSION_CASES,
  EXPRESSION_COLUMNS as COLUMNS,
  EXPRESSION_PARAMETERS as PARAMETERS,
  EXPRESSION_ROWS as ROWS,
  type Cell,
} from '../../test/fixtures/expression-cases.ts';
import type { Column, Frame } from '../engines/pandas/frame.ts';
import { compileExpression, toColumn, toPolars, userErrorFromPolars } from './index.ts';

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
  expect(String(frame.schema.result)).toContain(expected[type ?? 'string']);
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

describe('an expression', () => {
  it.each(EXPRESSION_CASES)('%s', (text, expected) => {
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
