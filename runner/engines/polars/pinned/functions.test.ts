import type pl from 'nodejs-polars';
import polars from './library.ts';
import {
  applyFunction,
  applyOperator,
  datetimeJson,
  readExpression,
  scalarJson,
  type PolarsFunction,
} from './expression-form.ts';
import {
  concatenateWith,
  extractGroup,
  formatDatetime,
  padText,
  parseDatetime,
  POLARS_FUNCTIONS,
  POLARS_LISTS,
} from './functions.ts';

/** 2024-02-29 12:34:56 */
const TIME = 1_709_210_096_000_000n;

type Value = null | string | bigint | number | { readonly time: bigint } | readonly string[];

function literal(value: Value): pl.Expr {
  if (value === null) return readExpression(polars, scalarJson('null', null));
  if (isList(value)) return polars.lit(polars.Series('list', [...value]));
  if (typeof value === 'object') return readExpression(polars, datetimeJson(value.time));
  if (typeof value === 'string') return readExpression(polars, scalarJson('string', value));
  const type = typeof value === 'bigint' ? 'integer' : 'float';
  return readExpression(polars, scalarJson(type, value));
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}

function textOf(expression: pl.Expr): unknown {
  const frame = polars.DataFrame({ row: [1] });
  return frame.select(expression.cast(polars.String).alias('text')).getColumn('text').get(0);
}

const time = { time: TIME };
const CALLS: Readonly<
  Record<keyof typeof POLARS_FUNCTIONS, readonly [args: readonly Value[], result: string]>
> = {
  coalesce: [[null, 'a', 'b'], 'a'],
  greatest: [[1n, null, 3n, 2n], '3'],
  least: [['b', 'a', null], 'a'],
  negate: [[1.5], '-1.5'],
  sign: [[-7n], '-1'],
  power: [[2, 0.5], '1.4142135623730951'],
  sqrt: [[16], '4.0'],
  replaceStrict: [['a', ['b', 'a'], ['x', 'y'], 'z'], 'y'],
  range: [[3n, 4n], '3'],
  isIn: [['a', ['b', 'a']], 'true'],
  lowerCase: [['Ä'], 'ä'],
  titleCase: [['aB ßc'], 'Ab SSc'],
  upperCase: [['straße'], 'STRASSE'],
  strip: [['xax', 'x'], 'a'],
  stripStart: [['xax', 'x'], 'ax'],
  stripEnd: [['xax', 'x'], 'xa'],
  slice: [['abcd', 1n, 2n], 'bc'],
  tail: [['abcd', 2n], 'cd'],
  lengthInBytes: [['äö'], '4'],
  lengthInCharacters: [['äö'], '2'],
  startsWith: [['a.b', 'a.'], 'true'],
  endsWith: [['a.b', '.b'], 'true'],
  contains: [['ab', 'a.'], 'false'],
  matches: [['ab', 'a.'], 'true'],
  replaceAll: [['a.a.', '.', '-'], 'a-a-'],
  replaceAllMatches: [['a.b.', '([ab])', '<${1}$$>'], '<a$>.<b$>.'],
  replaceFirstMatch: [['a.a.', '[.]', '-'], 'a-a.'],
  concatenate: [['a', 'b'], 'ab'],
  year: [[time], '2024'],
  month: [[time], '2'],
  day: [[time], '29'],
  weekday: [[time], '4'],
  hour: [[time], '12'],
  minute: [[time], '34'],
  second: [[time], '56'],
  truncate: [[time, '1mo'], '2024-02-01 00:00:00.000000'],
  offsetBy: [[time, '12mo'], '2025-02-28 12:34:56.000000'],
  withoutZone: [[time, 'raise'], '2024-02-29 12:34:56.000000'],
};

describe('a function of polars in its JSON form', () => {
  const rows = Object.entries(POLARS_FUNCTIONS).map(
    ([name, form]): [string, PolarsFunction, ...(typeof CALLS)['coalesce']] => [
      name,
      form,
      ...CALLS[name as keyof typeof CALLS],
    ],
  );

  it.each(rows)('%s returns its value', (_name, form, args, result) => {
    expect(textOf(applyFunction(polars, form, args.map(literal)))).toBe(result);
  });

  it('formats and parses datetimes', () => {
    const text = applyFunction(polars, formatDatetime('%d.%m.%Y'), [literal(time)]);
    expect(textOf(text)).toBe('29.02.2024');
    const parse = parseDatetime('%d.%m.%Y', null);
    expect(textOf(applyFunction(polars, parse, [text, literal('raise')]))).toBe(
      '2024-02-29 00:00:00.000000',
    );
    const zoned = parseDatetime('%Y-%m-%d %H:%M%z', 'UTC');
    const instant = applyFunction(polars, zoned, [
      literal('2024-02-29 12:00+02:00'),
      literal('raise'),
    ]);
    expect(textOf(instant)).toBe('2024-02-29 10:00:00.000000+00:00');
  });

  it('fills texts up to a number of characters', () => {
    const padded = applyFunction(polars, padText('PadStart', '*'), [literal('äö'), literal(4n)]);
    expect(textOf(padded)).toBe('**äö');
  });

  it.each([
    ['split', 'a.b', '.'],
    ['splitAtMatches', 'a1b', '[0-9]'],
  ] as const)('%s returns a list of texts', (name, text, separator) => {
    const list = applyFunction(polars, POLARS_LISTS[name], [literal(text), literal(separator)]);
    const item = (at: bigint): unknown =>
      textOf(applyFunction(polars, POLARS_LISTS.item, [list, literal(at)]));
    expect([item(0n), item(1n), item(2n)]).toEqual(['a', 'b', null]);
  });

  it('extracts a group of the first match', () => {
    const extracted = applyFunction(polars, extractGroup(1), [literal('ab12'), literal('b(\\d)')]);
    expect(textOf(extracted)).toBe('1');
  });

  it('concatenates texts with a delimiter', () => {
    const joined = applyFunction(polars, concatenateWith(', '), [literal('a'), literal('b')]);
    expect(textOf(joined)).toBe('a, b');
  });

  it('divides integers and rounds down', () => {
    const quotient = applyOperator(polars, 'FloorDivide', literal(-7n), literal(2n));
    expect(textOf(quotient)).toBe('-4');
  });
});
