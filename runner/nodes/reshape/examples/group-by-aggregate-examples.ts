import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';
import { groupByFunctionExamples } from './group-by-function-examples.ts';

const SALES: readonly ColumnSchema[] = [
  { name: 'shop', type: 'string' },
  { name: 'amount', type: 'integer' },
  { name: 'paid', type: 'boolean' },
  { name: 'note', type: 'string' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 2, true, 'x'],
  [null, 9007199254740992n, null, null],
  ['a', null, false, 'z'],
  ['b', 5, true, 'y'],
  [null, 1, true, 'é'],
  ['', null, null, null],
];

/** Worked examples of `groupByAggregate`. */
export const groupByAggregateExamples: readonly NodeExample[] = [
  {
    title: 'Null is a group, sums are exact, groups are in order of first appearance',
    rules: ['group-null', 'group-order', 'bigint'],
    config: { group_by: ['shop'], aggregations: { amount: 'sum', paid: 'count' } },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: 'amount', type: 'integer' },
        { name: 'paid', type: 'integer' },
      ],
      rows: [
        ['b', 7, 2],
        [null, 9007199254740993n, 1],
        ['a', 0, 1],
        ['', 0, 0],
      ],
    },
  },
  {
    title:
      'Several functions of a column; without values, only the sum and the counts are not null',
    rules: ['agg-null', 'quantile'],
    config: {
      group_by: ['shop'],
      aggregations: {
        amount: ['mean', 'median', 'std', 'prod', 'nunique'],
        note: ['min', 'last'],
      },
    },
    inputs: { in: { columns: SALES, rows: ROWS.filter(([shop]) => shop !== null) } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: 'amount_mean', type: 'float' },
        { name: 'amount_median', type: 'float' },
        { name: 'amount_std', type: 'float' },
        { name: 'amount_prod', type: 'integer' },
        { name: 'amount_nunique', type: 'integer' },
        { name: 'note_min', type: 'string' },
        { name: 'note_last', type: 'string' },
      ],
      rows: [
        ['b', 3.5, 3.5, Math.sqrt(4.5), 10, 2, 'x', 'y'],
        ['a', null, null, null, null, 0, 'z', 'z'],
        ['', null, null, null, null, 0, null, null],
      ],
    },
  },
  {
    title: 'The sum of booleans counts true; groups by two keys',
    rules: ['agg-bool'],
    config: { group_by: ['shop', 'note'], aggregations: { paid: ['sum', 'mean', 'max'] } },
    inputs: { in: { columns: SALES, rows: ROWS.slice(0, 3) } },
    expected: {
      columns: [
        { name: 'shop', type: 'string' },
        { name: 'note', type: 'string' },
        { name: 'paid_sum', type: 'integer' },
        { name: 'paid_mean', type: 'float' },
        { name: 'paid_max', type: 'boolean' },
      ],
      rows: [
        ['b', 'x', 1, 1, true],
        [null, null, 0, null, null],
        ['a', 'z', 0, 0, false],
      ],
    },
  },
  {
    title: 'Columns named like JavaScript object members',
    config: {
      group_by: ['constructor'],
      aggregations: { ['__proto__']: 'sum', toString: ['max'] },
    },
    inputs: {
      in: {
        columns: [
          { name: 'constructor', type: 'string' },
          { name: '__proto__', type: 'integer' },
          { name: 'toString', type: 'integer' },
        ],
        rows: [
          ['a', 1, 5],
          ['a', 2, 3],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'constructor', type: 'string' },
        { name: '__proto__', type: 'integer' },
        { name: 'toString_max', type: 'integer' },
      ],
      rows: [['a', 3, 5]],
    },
  },
  {
    title: 'The sum of text is an error',
    rules: ['agg-type', 'errors'],
    config: { group_by: ['shop'], aggregations: { note: 'sum' } },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /sum of "note" needs numbers.*string/ },
  },
  {
    title: 'An aggregated key is an error',
    config: { group_by: ['shop'], aggregations: { shop: 'count' } },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"shop" is a key/ },
  },
  {
    title: 'Columns have the names of parameters of functions',
    config: {
      group_by: ['func_'],
      aggregations: { self: 'sum', engine: 'max', func: 'count', engine_kwargs: 'first' },
    },
    inputs: {
      in: {
        columns: [
          { name: 'engine_kwargs', type: 'string' },
          { name: 'func', type: 'boolean' },
          { name: 'engine', type: 'string' },
          { name: 'func_', type: 'integer' },
          { name: 'self', type: 'integer' },
        ],
        rows: [
          ['x', true, 'b', 1, 3],
          [null, null, 'a', 1, 4],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'func_', type: 'integer' },
        { name: 'self', type: 'integer' },
        { name: 'engine', type: 'string' },
        { name: 'func', type: 'integer' },
        { name: 'engine_kwargs', type: 'string' },
      ],
      rows: [[1, 7, 'b', 1, 'x']],
    },
  },
  {
    title: 'An unknown key is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { group_by: ['shops'], aggregations: { amount: 'sum' } },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /no column "shops".*"shop"/ },
  },
  {
    title: 'A key that is named twice is an error',
    rules: ['dup-columns'],
    config: { group_by: ['shop', 'shop'], aggregations: { amount: 'sum' } },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"shop" occurs more than once/ },
  },
  ...groupByFunctionExamples,
];
