import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const PROFILE: readonly ColumnSchema[] = [
  { name: 'column', type: 'string' },
  { name: 'type', type: 'string' },
  { name: 'count', type: 'integer' },
  { name: 'nulls', type: 'integer' },
  { name: 'distinct', type: 'integer' },
  { name: 'min', type: 'string' },
  { name: 'max', type: 'string' },
  { name: 'mean', type: 'float' },
  { name: 'std', type: 'float' },
  { name: 'q25', type: 'float' },
  { name: 'median', type: 'float' },
  { name: 'q75', type: 'float' },
];

/** What columns other than numbers have of the mean, the standard deviation and the quantiles. */
const NO_NUMBERS = [null, null, null, null, null];

const ORDERS: ExampleTable = {
  columns: [
    { name: 'item', type: 'string' },
    { name: 'quantity', type: 'integer' },
    { name: 'amount', type: 'float' },
    { name: 'paid', type: 'boolean' },
    { name: 'day', type: 'datetime' },
  ],
  rows: [
    ['b', 1, 0.5, true, '2024-02-29T00:00:00'],
    [null, 2, 2, false, '2024-02-29T12:30:00.5'],
    ['ä', null, null, null, null],
    ['b', 4, -1, true, '0999-12-31T23:59:59'],
  ],
};

function profile(...rows: readonly (readonly JsonValue[])[]): ExampleTable {
  return { columns: PROFILE, rows };
}

function columnsOf(...columns: readonly (readonly [ColumnSchema, JsonValue[]])[]): ExampleTable {
  const rows = columns[0]?.[1] ?? [];
  return {
    columns: columns.map(([schema]) => schema),
    rows: rows.map((_cell, row) => columns.map(([, cells]) => cells[row] ?? null)),
  };
}

/** Worked examples of `describe`. */
export const describeExamples: readonly NodeExample[] = [
  {
    title: 'One row for each column; numbers also have a mean, a standard deviation and quantiles',
    rules: ['cast-text', 'quantile', 'config-default'],
    config: {},
    inputs: { in: ORDERS },
    expected: profile(
      ['item', 'string', 3, 1, 2, 'b', 'ä', ...NO_NUMBERS],
      ['quantity', 'integer', 3, 1, 3, '1', '4', 7 / 3, 1.5275252316519468, 1.5, 2, 3],
      ['amount', 'float', 3, 1, 3, '-1.0', '2.0', 0.5, 1.5, -0.25, 0.5, 1.25],
      ['paid', 'boolean', 3, 1, 2, 'false', 'true', ...NO_NUMBERS],
      ['day', 'datetime', 3, 1, 3, '0999-12-31 23:59:59', '2024-02-29 12:30:00.500', ...NO_NUMBERS],
    ),
  },
  {
    title: 'Listed columns are described in the order of the list',
    config: { columns: ['amount', 'item'] },
    inputs: { in: ORDERS },
    expected: profile(
      ['amount', 'float', 3, 1, 3, '-1.0', '2.0', 0.5, 1.5, -0.25, 0.5, 1.25],
      ['item', 'string', 3, 1, 2, 'b', 'ä', ...NO_NUMBERS],
    ),
  },
  {
    title: 'A table without rows has a row for each column, without values',
    config: {},
    inputs: { in: { ...ORDERS, rows: [] } },
    expected: profile(
      ...ORDERS.columns.map(({ name, type }) => [name, type, 0, 0, 0, null, null, ...NO_NUMBERS]),
    ),
  },
  {
    title: 'One value has no standard deviation, and nulls alone have no statistics',
    rules: ['agg-null'],
    config: {},
    inputs: {
      in: columnsOf(
        [{ name: 'one', type: 'integer' }, [null, 7]],
        [{ name: 'none', type: 'float' }, [null, null]],
        [{ name: 'untyped', type: 'null' }, [null, null]],
      ),
    },
    expected: profile(
      ['one', 'integer', 1, 1, 1, '7', '7', 7, null, 7, 7, 7],
      ['none', 'float', 0, 2, 0, null, null, ...NO_NUMBERS],
      ['untyped', 'null', 0, 2, 0, null, null, ...NO_NUMBERS],
    ),
  },
  {
    title: 'Large integers have exact ends; their quantiles are rounded to floats',
    rules: ['bigint'],
    config: {},
    inputs: {
      in: columnsOf([
        { name: 'id', type: 'integer' },
        [9007199254740993n, -1, 9007199254740993n, null],
      ]),
    },
    expected: profile([
      'id',
      'integer',
      3,
      1,
      2,
      '-1',
      '9007199254740993',
      6004799503160661.5,
      5200308914369309,
      4503599627370496,
      9007199254740992,
      9007199254740992,
    ]),
  },
  {
    title: 'Infinities count as values; a statistic between infinities of both signs is null',
    rules: ['nan-null'],
    config: {},
    inputs: {
      in: columnsOf(
        [{ name: 'both', type: 'float' }, [-Infinity, 1, 2, Infinity]],
        [{ name: 'one', type: 'float' }, [null, Infinity, 1, null]],
      ),
    },
    expected: profile(
      ['both', 'float', 4, 0, 4, '-inf', 'inf', null, null, -Infinity, 1.5, Infinity],
      ['one', 'float', 2, 2, 2, '1.0', 'inf', Infinity, null, Infinity, Infinity, Infinity],
    ),
  },
  {
    title: 'The negative zero equals zero',
    config: {},
    inputs: { in: columnsOf([{ name: 'x', type: 'float' }, [-0, 0, -0]]) },
    expected: profile(['x', 'float', 3, 0, 1, '0.0', '0.0', 0, 0, 0, 0, 0]),
  },
  {
    title: 'Odd names and texts are kept, and texts are compared by code point',
    config: { columns: ['^n.*$', '*', 'column', ''] },
    inputs: {
      in: columnsOf(
        [{ name: '*', type: 'string' }, ['\uffee', '😀', '']],
        [{ name: '^n.*$', type: 'string' }, ['e\u0301', 'é', 'z']],
        [{ name: 'column', type: 'integer' }, [1, 1, 1]],
        [{ name: '', type: 'boolean' }, [true, true, null]],
        [{ name: 'n', type: 'string' }, ['a', 'b', 'c']],
      ),
    },
    expected: profile(
      ['^n.*$', 'string', 3, 0, 3, 'e\u0301', 'é', ...NO_NUMBERS],
      ['*', 'string', 3, 0, 3, '', '😀', ...NO_NUMBERS],
      ['column', 'integer', 3, 0, 1, '1', '1', 1, 0, 1, 1, 1],
      ['', 'boolean', 2, 1, 1, 'true', 'true', ...NO_NUMBERS],
    ),
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { columns: ['quantiy'] },
    inputs: { in: ORDERS },
    expected: { error: /quantiy.*quantity/ },
  },
  {
    title: 'A repeated column is an error',
    rules: ['dup-columns'],
    config: { columns: ['item', 'item'] },
    inputs: { in: ORDERS },
    expected: { error: /"item" occurs more than once/ },
  },
];
