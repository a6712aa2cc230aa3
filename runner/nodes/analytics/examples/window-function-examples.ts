import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonObject, JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';
import { runningExtremeExamples } from './running-extreme-examples.ts';

const SALES: readonly ColumnSchema[] = [
  { name: 'shop', type: 'string' },
  { name: 'day', type: 'integer' },
  { name: 'amount', type: 'integer' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 2, 5],
  [null, 1, 1],
  ['b', null, 9007199254740993n],
  ['b', 1, null],
  [null, 1, 2],
  ['a', 3, 7],
  ['b', 2, 4],
];
const sales = { in: { columns: SALES, rows: ROWS } };
const PER_SHOP_BY_DAY = { partition_by: ['shop'], order_by: ['day'] };

/** An example that adds a column with these cells to the sales. */
function added(
  title: string,
  config: JsonObject,
  cells: readonly JsonValue[],
  type: ColumnSchema['type'] = 'integer',
): NodeExample {
  return {
    title,
    config: { new_column: 'new', ...config },
    inputs: sales,
    expected: {
      columns: [...SALES, { name: 'new', type }],
      rows: ROWS.map((row, index) => [...row, cells[index] ?? null]),
    },
  };
}

const FLOATS: readonly ColumnSchema[] = [
  { name: 'g', type: 'boolean' },
  { name: 'x', type: 'float' },
];
const FLOAT_ROWS: ExampleTable['rows'] = [
  [true, 0.5],
  [false, -2],
  [true, null],
  [true, 1.5],
  [false, 3],
];

/** Worked examples of `windowFunction`. */
export const windowFunctionExamples: readonly NodeExample[] = [
  {
    ...added(
      'Row numbers per shop in order of the day: null is a shop, a null day is last, ties keep their order',
      { ...PER_SHOP_BY_DAY, function: 'row_number' },
      [2, 1, 4, 1, 2, 1, 3],
    ),
    rules: ['window-null', 'config-default'],
  },
  {
    ...added(
      'Row numbers in descending order: a null day is last nevertheless',
      { ...PER_SHOP_BY_DAY, function: 'row_number', descending: true },
      [1, 1, 4, 3, 2, 1, 2],
    ),
    rules: ['window-null'],
  },
  added(
    'Row numbers of all rows in the order of the input',
    { function: 'row_number', offset: 0 },
    [1, 2, 3, 4, 5, 6, 7],
  ),
  added(
    'Row numbers of all rows in order of two columns',
    { function: 'row_number', order_by: ['shop', 'amount'] },
    [3, 6, 4, 5, 7, 1, 2],
  ),
  added(
    'cumcount counts from 0',
    { function: 'cumcount', partition_by: ['shop'] },
    [0, 0, 1, 2, 1, 0, 3],
  ),
  {
    ...added(
      'Equal rows share a rank, after which there is a gap; a null has no rank',
      { ...PER_SHOP_BY_DAY, function: 'rank' },
      [2, 1, null, 1, 1, 1, 2],
    ),
    rules: ['window-null'],
  },
  added(
    'Ranks of all rows in descending order',
    { function: 'rank', order_by: ['day'], descending: true },
    [2, 4, null, 4, 4, 1, 2],
  ),
  added(
    'Dense ranks have no gaps',
    { function: 'dense_rank', order_by: ['day'], descending: true },
    [2, 3, null, 3, 3, 1, 2],
  ),
  added(
    'A null among several columns has no rank and counts for none',
    { function: 'rank', order_by: ['shop', 'day'] },
    [3, null, null, 2, null, 1, 3],
  ),
  {
    ...added(
      'Running sums are exact beyond 2^53, null at a null and go on after it',
      { ...PER_SHOP_BY_DAY, function: 'cumsum', target: 'amount' },
      [5, 1, 9007199254741002n, null, 3, 7, 9],
    ),
    rules: ['bigint', 'window-null'],
  },
  added(
    'The largest value so far',
    { function: 'cummax', target: 'amount', partition_by: ['shop'] },
    [5, 1, 9007199254740993n, null, 2, 7, 9007199254740993n],
  ),
  added(
    'The smallest value so far, in order of two columns',
    { function: 'cummin', target: 'amount', order_by: ['day', 'amount'], descending: true },
    [5, 1, 1, null, 2, 7, 4],
  ),
  added(
    'lag is the value of the previous row of the partition',
    { ...PER_SHOP_BY_DAY, function: 'lag', target: 'amount' },
    [null, null, 4, null, 1, null, 5],
  ),
  added(
    'lead is a value of a following row, here the second one',
    { function: 'lead', target: 'shop', offset: 2 },
    ['b', 'b', null, 'a', 'b', null, null],
    'string',
  ),
  {
    title: 'Running sums and products of floats',
    config: { function: 'cumprod', target: 'x', new_column: 'x', partition_by: ['g'] },
    inputs: { in: { columns: FLOATS, rows: FLOAT_ROWS } },
    expected: {
      columns: FLOATS,
      rows: FLOAT_ROWS.map(([g = null], index) => [g, [0.5, -2, null, 0.75, -6][index] ?? null]),
    },
  },
  {
    title: 'The running sum of booleans counts true',
    rules: ['agg-bool'],
    config: { function: 'cumsum', target: 'g', new_column: 'total' },
    inputs: { in: { columns: FLOATS, rows: FLOAT_ROWS } },
    expected: {
      columns: [...FLOATS, { name: 'total', type: 'integer' }],
      rows: FLOAT_ROWS.map((row, index) => [...row, [1, 1, 2, 3, 3][index] ?? null]),
    },
  },
  {
    title: 'Odd names, unicode and datetimes',
    config: {
      function: 'lag',
      target: '*',
      new_column: '^n.*$',
      partition_by: ['a "b"'],
      order_by: ['*', '{self}'],
    },
    inputs: {
      in: {
        columns: [
          { name: '*', type: 'datetime' },
          { name: 'a "b"', type: 'string' },
          { name: '{self}', type: 'string' },
        ],
        rows: [
          ['2024-02-29T00:00:00', 'é', 'x'],
          ['2023-01-01T12:30:00', 'é', 'x'],
          ['2024-02-29T00:00:00', '😀', '\uffee'],
          ['2024-02-29T00:00:00', '😀', '😀'],
        ],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'datetime' },
        { name: 'a "b"', type: 'string' },
        { name: '{self}', type: 'string' },
        { name: '^n.*$', type: 'datetime' },
      ],
      rows: [
        ['2024-02-29T00:00:00', 'é', 'x', '2023-01-01T12:30:00'],
        ['2023-01-01T12:30:00', 'é', 'x', null],
        ['2024-02-29T00:00:00', '😀', '\uffee', null],
        ['2024-02-29T00:00:00', '😀', '😀', '2024-02-29T00:00:00'],
      ],
    },
  },
  {
    title: 'A table without rows',
    config: { function: 'cumsum', target: 'amount', new_column: 'total', ...PER_SHOP_BY_DAY },
    inputs: { in: { columns: SALES, rows: [] } },
    expected: { columns: [...SALES, { name: 'total', type: 'integer' }], rows: [] },
  },
  {
    title: 'A rank without an order is an error',
    config: { function: 'rank', new_column: 'place' },
    inputs: sales,
    expected: { error: /order_by.*by which rows are ranked/ },
  },
  {
    title: 'A running sum without a target is an error',
    config: { function: 'cumsum', new_column: 'total' },
    inputs: sales,
    expected: { error: /target.*needs a column/ },
  },
  {
    title: 'The running sum of text is an error',
    rules: ['agg-type'],
    config: { function: 'cumsum', target: 'shop', new_column: 'total' },
    inputs: sales,
    expected: {
      error:
        /"target": The cumsum of "shop" needs numbers.*string\. Choose another column, or change its type first\.$/,
    },
  },
  ...runningExtremeExamples,
  {
    title: 'An unknown column to order by is an error',
    rules: ['missing-column', 'errors'],
    config: { function: 'row_number', order_by: ['days'], new_column: 'number' },
    inputs: sales,
    expected: { error: /"days".*"day"/ },
  },
  {
    title: 'A config without a function is an error with the default of old',
    config: { new_column: 'number' },
    inputs: sales,
    expected: { error: /"function" is missing.*default until now was "row_number"/ },
  },
  {
    title: 'A column that occurs twice in the partition is an error',
    rules: ['dup-columns'],
    config: { function: 'row_number', partition_by: ['shop', 'shop'], new_column: 'number' },
    inputs: sales,
    expected: { error: /"shop" occurs more than once/ },
  },
  {
    title: 'A running sum over infinities of both signs is null from there on, per null key too',
    rules: ['nan-null'],
    config: { function: 'cumsum', target: 'x', new_column: 'total', partition_by: ['paid'] },
    inputs: {
      in: {
        columns: [
          { name: 'paid', type: 'boolean' },
          { name: 'x', type: 'float' },
        ],
        rows: [
          [true, Infinity],
          [null, 1],
          [true, -Infinity],
          [null, 2],
          [false, 3],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'paid', type: 'boolean' },
        { name: 'x', type: 'float' },
        { name: 'total', type: 'float' },
      ],
      rows: [
        [true, Infinity, Infinity],
        [null, 1, 1],
        [true, -Infinity, null],
        [null, 2, 3],
        [false, 3, 3],
      ],
    },
  },
];
