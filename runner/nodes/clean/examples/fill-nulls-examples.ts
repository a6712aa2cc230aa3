import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 's', type: 'string' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  [null, 1.5, 'b', null, '2024-01-31T00:00:00'],
  [9007199254740993n, null, null, true, null],
  [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
  [null, null, 'b', false, null],
];
const data = { in: { columns: DATA, rows: ROWS } };
const SMALL: ExampleTable = {
  columns: DATA.slice(0, 3),
  rows: [
    [1, 1, 'x'],
    [null, null, null],
    [4, 2.5, ''],
  ],
};

export const fillNullsExamples: readonly NodeExample[] = [
  {
    title: 'A constant fills columns of a compatible type: text fills only text',
    rules: ['fill-type', 'config-default'],
    config: { value: 'none' },
    inputs: data,
    expected: {
      columns: DATA,
      rows: ROWS.map((row) => [row[0] ?? null, row[1] ?? null, row[2] ?? 'none', ...row.slice(3)]),
    },
  },
  {
    title: 'A number given as text fills integers, floats and text',
    rules: ['fill-type', 'value-type'],
    config: { value: '7', columns: ['n', 'x', 's', 'day'] },
    inputs: data,
    expected: {
      columns: DATA,
      rows: [
        [7, 1.5, 'b', null, '2024-01-31T00:00:00'],
        [9007199254740993n, 7, '7', true, null],
        [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
        [7, 7, 'b', false, null],
      ],
    },
  },
  {
    title: 'A date as ISO 8601',
    rules: ['value-type'],
    config: { value: '2024-03-01', columns: ['day'] },
    inputs: data,
    expected: {
      columns: DATA,
      rows: ROWS.map((row) => [...row.slice(0, 4), row[4] ?? '2024-03-01T00:00:00']),
    },
  },
  {
    title: 'Zero fills only numbers',
    rules: ['fill-float'],
    config: { strategy: 'zero' },
    inputs: data,
    expected: {
      columns: DATA,
      rows: ROWS.map((row) => [row[0] ?? 0, row[1] ?? 0, ...row.slice(2)]),
    },
  },
  {
    title: 'The mean converts an integer column to float',
    rules: ['fill-float', 'agg-null'],
    config: { strategy: 'mean' },
    inputs: { in: SMALL },
    expected: {
      columns: [{ name: 'n', type: 'float' }, ...SMALL.columns.slice(1)],
      rows: [
        [1, 1, 'x'],
        [2.5, 1.75, null],
        [4, 2.5, ''],
      ],
    },
  },
  {
    title: 'The median of an even number of values is the mean of the middle two',
    rules: ['quantile', 'agg-null'],
    config: { strategy: 'median', columns: ['x'] },
    inputs: data,
    expected: {
      columns: DATA,
      rows: ROWS.map((row) => [row[0] ?? null, row[1] ?? 2, ...row.slice(2)]),
    },
  },
  {
    title: 'The most frequent value; on ties, the smallest',
    config: { strategy: 'mode' },
    inputs: data,
    expected: {
      columns: DATA,
      rows: [
        [1, 1.5, 'b', true, '2024-01-31T00:00:00'],
        [9007199254740993n, 1.5, 'b', true, '2024-01-31T00:00:00'],
        [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
        [1, 1.5, 'b', false, '2024-01-31T00:00:00'],
      ],
    },
  },
  {
    title: 'The largest value, exact beyond 2^53',
    rules: ['bigint'],
    config: { strategy: 'max' },
    inputs: data,
    expected: {
      columns: DATA,
      rows: [
        [9007199254740993n, 1.5, 'b', true, '2024-01-31T00:00:00'],
        [9007199254740993n, 2.5, 'b', true, '2024-02-29T00:00:00'],
        [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
        [9007199254740993n, 2.5, 'b', false, '2024-02-29T00:00:00'],
      ],
    },
  },
  {
    title: 'The previous value; leading nulls stay null',
    config: { strategy: 'ffill' },
    inputs: data,
    expected: {
      columns: DATA,
      rows: [
        [null, 1.5, 'b', null, '2024-01-31T00:00:00'],
        [9007199254740993n, 1.5, 'b', true, '2024-01-31T00:00:00'],
        [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
        [1, 2.5, 'b', false, '2024-02-29T00:00:00'],
      ],
    },
  },
  {
    title: 'The next value',
    config: { strategy: 'bfill', columns: ['n', 'ok'] },
    inputs: data,
    expected: {
      columns: DATA,
      rows: ROWS.map((row, index) => [
        [9007199254740993n, 9007199254740993n, 1, null][index] ?? null,
        row[1] ?? null,
        row[2] ?? null,
        row[3] ?? true,
        row[4] ?? null,
      ]),
    },
  },
  {
    title: 'A repeated column is an error',
    rules: ['dup-columns'],
    config: { strategy: 'zero', columns: ['n', 'n'] },
    inputs: data,
    expected: { error: /"n" occurs more than once/ },
  },
  {
    title: 'An unknown strategy is an error',
    config: { strategy: 'average' },
    inputs: data,
    expected: { error: /"strategy".*must be one of/ },
  },
  {
    title: 'The median next to an infinity is infinite',
    config: { strategy: 'median' },
    inputs: {
      in: { columns: [{ name: 'x', type: 'float' }], rows: [[1.5], [null], [-Infinity]] },
    },
    expected: { columns: [{ name: 'x', type: 'float' }], rows: [[1.5], [-Infinity], [-Infinity]] },
  },
  {
    title: 'Between infinities of both signs there is no mean, so null stays',
    rules: ['nan-null'],
    config: { strategy: 'mean' },
    inputs: {
      in: { columns: [{ name: 'x', type: 'float' }], rows: [[Infinity], [null], [-Infinity]] },
    },
    expected: {
      columns: [{ name: 'x', type: 'float' }],
      rows: [[Infinity], [null], [-Infinity]],
    },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { strategy: 'zero', columns: ['day', 'okk'] },
    inputs: data,
    expected: { error: /no column "okk".*"ok"/ },
  },
];
