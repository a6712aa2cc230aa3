import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const SALES: readonly ColumnSchema[] = [
  { name: 'shop', type: 'string' },
  { name: 'q1', type: 'integer' },
  { name: 'q2', type: 'integer' },
  { name: 'rate', type: 'float' },
  { name: 'open', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 9007199254740993n, 2, 2.5, true, '2024-02-29T00:00:00'],
  [null, null, 4, null, null, null],
  ['b', 9007199254740993n, -1, 2, false, '2024-01-01T12:30:00.5'],
];
const SHOP_AND_NAME: readonly ColumnSchema[] = [
  { name: 'shop', type: 'string' },
  { name: 'variable', type: 'string' },
];

/** Worked examples of `unpivot`. */
export const unpivotExamples: readonly NodeExample[] = [
  {
    title: 'All rows of the first column come first; nulls and large integers are kept',
    rules: ['unpivot-order', 'bigint'],
    config: { id_vars: ['shop'], value_vars: ['q2', 'q1'], var_name: 'quarter' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: 'quarter', type: 'string' },
        { name: 'value', type: 'integer' },
      ],
      rows: [
        ['b', 'q2', 2],
        [null, 'q2', 4],
        ['b', 'q2', -1],
        ['b', 'q1', 9007199254740993n],
        [null, 'q1', null],
        ['b', 'q1', 9007199254740993n],
      ],
    },
  },
  {
    title: 'Integers and floats become floats',
    rules: ['supertype', 'config-default'],
    config: { id_vars: ['shop'], value_vars: ['q2', 'rate'] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [...SHOP_AND_NAME, { name: 'value', type: 'float' }],
      rows: [
        ['b', 'q2', 2],
        [null, 'q2', 4],
        ['b', 'q2', -1],
        ['b', 'rate', 2.5],
        [null, 'rate', null],
        ['b', 'rate', 2],
      ],
    },
  },
  {
    title: 'Without a list, all other columns become rows; several types become text',
    rules: ['supertype', 'cast-text', 'config-default'],
    config: { id_vars: ['shop', 'q2'] },
    inputs: { in: { columns: SALES, rows: ROWS.slice(0, 2) } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: 'q2', type: 'integer' },
        { name: 'variable', type: 'string' },
        { name: 'value', type: 'string' },
      ],
      rows: [
        ['b', 2, 'q1', '9007199254740993'],
        [null, 4, 'q1', null],
        ['b', 2, 'rate', '2.5'],
        [null, 4, 'rate', null],
        ['b', 2, 'open', 'true'],
        [null, 4, 'open', null],
        ['b', 2, 'day', '2024-02-29 00:00:00'],
        [null, 4, 'day', null],
      ],
    },
  },
  {
    title: 'Odd names, and new columns with the names of columns that become rows',
    config: {
      id_vars: ['*'],
      value_vars: ['^n.*$', 'a "b"'],
      var_name: 'a "b"',
      value_name: '^n.*$',
    },
    inputs: {
      in: {
        columns: [
          { name: '*', type: 'integer' },
          { name: '^n.*$', type: 'integer' },
          { name: 'a "b"', type: 'integer' },
        ],
        rows: [[1, 2, 3]],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'integer' },
        { name: 'a "b"', type: 'string' },
        { name: '^n.*$', type: 'integer' },
      ],
      rows: [
        [1, '^n.*$', 2],
        [1, 'a "b"', 3],
      ],
    },
  },
  {
    title: 'A table without rows',
    config: { id_vars: ['shop'], value_vars: ['q1', 'rate'] },
    inputs: { in: { columns: SALES, rows: [] } },
    expected: { columns: [...SHOP_AND_NAME, { name: 'value', type: 'float' }], rows: [] },
  },
  {
    title: 'A column that is kept and turned into rows is an error',
    config: { id_vars: ['shop', 'q1'], value_vars: ['q1', 'q2'] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"q1" is repeated in every row and cannot also become rows/ },
  },
  {
    title: 'A new column with the name of a kept column is an error',
    rules: ['dup-columns'],
    config: { id_vars: ['shop'], value_name: 'shop' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"shop" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { id_vars: ['shops'], value_vars: ['q1'] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"id_vars".*shops.*shop/ },
  },
];
