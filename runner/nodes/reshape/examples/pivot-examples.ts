import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';
import { pivotCellExamples } from './pivot-cell-examples.ts';

const SALES: readonly ColumnSchema[] = [
  { name: 'shop', type: 'string' },
  { name: 'month', type: 'integer' },
  { name: 'amount', type: 'integer' },
  { name: 'paid', type: 'boolean' },
  { name: 'rate', type: 'float' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 10, 9007199254740992n, true, 2.5, '2024-02-29T00:00:00'],
  [null, 9, 7, null, 1, '2024-02-29T00:00:00'],
  ['b', 10, 1, false, 2.5, null],
  ['a', 9, null, true, null, '2023-01-01T12:30:00'],
  ['b', null, 3, true, null, null],
  ['a', 11, 5, false, 1, null],
];

/** Worked examples of `pivot`. */
export const pivotExamples: readonly NodeExample[] = [
  {
    title:
      'Rows are sorted with null last; a combination without rows is null, a sum of nulls is 0',
    rules: ['pivot-empty', 'group-null', 'agg-null', 'value-type', 'bigint'],
    config: { index: ['shop'], columns: 'month', values: 'amount', heads: [9, '10', null, 12] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: '9', type: 'integer' },
        { name: '10', type: 'integer' },
        { name: 'null', type: 'integer' },
        { name: '12', type: 'integer' },
      ],
      rows: [
        ['a', 0, null, null, null],
        ['b', null, 9007199254740993n, 3, null],
        [null, 7, null, null, null],
      ],
    },
  },
  {
    title: 'Two index columns and boolean heads; the count of nulls is 0',
    rules: ['pivot-empty', 'agg-null'],
    config: {
      index: ['shop', 'month'],
      columns: 'paid',
      values: 'amount',
      aggfunc: 'count',
      heads: [true, false],
    },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: 'month', type: 'integer' },
        { name: 'true', type: 'integer' },
        { name: 'false', type: 'integer' },
      ],
      rows: [
        ['a', 9, 0, null],
        ['a', 11, null, 1],
        ['b', 10, 1, 1],
        ['b', null, 1, null],
        [null, 9, null, null],
      ],
    },
  },
  {
    title: 'Floats and datetimes as heads; first skips nulls',
    rules: ['cast-text'],
    config: {
      index: ['paid'],
      columns: 'rate',
      values: 'shop',
      aggfunc: 'first',
      heads: [1, 2.5, null],
    },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'paid', type: 'boolean' },
        { name: '1.0', type: 'string' },
        { name: '2.5', type: 'string' },
        { name: 'null', type: 'string' },
      ],
      rows: [
        [false, 'a', 'b', null],
        [true, null, 'b', 'a'],
        [null, null, null, null],
      ],
    },
  },
  {
    title: 'A datetime as head, its cells a mean',
    config: {
      index: ['month'],
      columns: 'day',
      values: 'paid',
      aggfunc: 'mean',
      heads: ['2024-02-29', null],
    },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'month', type: 'integer' },
        { name: '2024-02-29 00:00:00', type: 'float' },
        { name: 'null', type: 'float' },
      ],
      rows: [
        [9, null, null],
        [10, 1, 0],
        [11, null, 0],
        [null, null, 1],
      ],
    },
  },
  {
    title: 'Odd names; the text "null" is a head like any other',
    config: {
      index: ['*'],
      columns: '^n.*$',
      values: 'a "b"',
      aggfunc: 'max',
      heads: ['null', '*^$', ''],
    },
    inputs: {
      in: {
        columns: [
          { name: '*', type: 'integer' },
          { name: '^n.*$', type: 'string' },
          { name: 'a "b"', type: 'datetime' },
        ],
        rows: [
          [2, 'null', '2024-02-29T00:00:00'],
          [1, '*^$', '2024-02-29T00:00:00'],
          [2, null, '2024-02-29T00:00:00'],
          [2, 'null', '2024-03-01T00:00:00'],
        ],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'integer' },
        { name: 'null', type: 'datetime' },
        { name: '*^$', type: 'datetime' },
        { name: '', type: 'datetime' },
      ],
      rows: [
        [1, null, '2024-02-29T00:00:00', null],
        [2, '2024-03-01T00:00:00', null, null],
      ],
    },
  },
  {
    title: 'Without heads every value becomes a column, sorted by value, null last',
    rules: ['pivot-order', 'pivot-null-head', 'config-default'],
    config: { index: ['shop'], columns: 'month', values: 'amount' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: '9', type: 'integer' },
        { name: '10', type: 'integer' },
        { name: '11', type: 'integer' },
        { name: 'null', type: 'integer' },
      ],
      rows: [
        ['a', 0, null, 5, null],
        ['b', null, 9007199254740993n, null, 3],
        [null, 7, null, null, null],
      ],
    },
  },
  {
    title: 'Datetimes and floats become columns without heads',
    config: { index: ['paid'], columns: 'day', values: 'rate', aggfunc: 'max' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'paid', type: 'boolean' },
        { name: '2023-01-01 12:30:00', type: 'float' },
        { name: '2024-02-29 00:00:00', type: 'float' },
        { name: 'null', type: 'float' },
      ],
      rows: [
        [false, null, null, 2.5],
        [true, null, 2.5, null],
        [null, null, 1, null],
      ],
    },
  },
  {
    title: 'Odd names become columns without heads',
    config: { index: ['head'], columns: '^n.*$', values: '*', aggfunc: 'max' },
    inputs: {
      in: {
        columns: [
          { name: 'head', type: 'integer' },
          { name: '^n.*$', type: 'string' },
          { name: '*', type: 'datetime' },
        ],
        rows: [
          [2, '*', '2024-02-29T00:00:00'],
          [1, 'é', '2024-02-29T00:00:00'],
          [2, '', '2024-02-29T00:00:00'],
          [2, '*', '2024-03-01T00:00:00'],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'head', type: 'integer' },
        { name: '', type: 'datetime' },
        { name: '*', type: 'datetime' },
        { name: 'é', type: 'datetime' },
      ],
      rows: [
        [1, null, null, '2024-02-29T00:00:00'],
        [2, '2024-02-29T00:00:00', '2024-03-01T00:00:00', null],
      ],
    },
  },
  {
    title: 'A table without rows has the columns of the index only',
    config: { index: ['shop', 'month'], columns: 'paid', values: 'amount' },
    inputs: { in: { columns: SALES, rows: [] } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: 'month', type: 'integer' },
      ],
      rows: [],
    },
  },
  {
    title: 'A head that does not fit the column is an error',
    rules: ['errors'],
    config: { index: ['shop'], columns: 'month', values: 'amount', heads: ['May'] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /The head "May" does not fit the column "month"/ },
  },
  {
    title: 'A head with the name of an index column is an error',
    rules: ['dup-columns'],
    config: { index: ['month'], columns: 'shop', values: 'amount', heads: ['a', 'month'] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"month" occurs more than once/ },
  },
  {
    title: 'The sum of text is an error',
    rules: ['agg-type'],
    config: { index: ['month'], columns: 'paid', values: 'shop' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /sum of "shop" needs numbers.*use count, min, max, first or last\.$/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { index: ['shop'], columns: 'moth', values: 'amount', heads: [9] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"columns".*moth.*month/ },
  },
  ...pivotCellExamples,
];
