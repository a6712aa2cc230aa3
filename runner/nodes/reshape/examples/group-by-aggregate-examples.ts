import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

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

const MEASURES: readonly ColumnSchema[] = [
  { name: 'g', type: 'string' },
  { name: 'x', type: 'float' },
];

const EVENTS: readonly ColumnSchema[] = [
  { name: 'k', type: 'integer' },
  { name: 'ok', type: 'boolean' },
  { name: 'x', type: 'float' },
  { name: 'day', type: 'datetime' },
];
const EVENT_ROWS: ExampleTable['rows'] = [
  [1, null, 1.5, '2024-02-29T00:00:00'],
  [1, true, null, null],
  [1, false, 2, '2023-01-01T12:30:00'],
  [null, null, null, null],
];
const EVENT_RESULTS: readonly ColumnSchema[] = [
  { name: 'k', type: 'integer' },
  { name: 'ok_prod', type: 'integer' },
  ...['std', 'var', 'median'].map((name): ColumnSchema => ({ name: `ok_${name}`, type: 'float' })),
  { name: 'ok_min', type: 'boolean' },
  { name: 'ok_nunique', type: 'integer' },
  ...['first', 'last'].map((name): ColumnSchema => ({ name: `ok_${name}`, type: 'boolean' })),
  ...['sum', 'mean', 'median', 'var', 'prod', 'max', 'first'].map((name): ColumnSchema => ({
    name: `x_${name}`,
    type: 'float',
  })),
  { name: 'day_min', type: 'datetime' },
  { name: 'day_max', type: 'datetime' },
  { name: 'day_count', type: 'integer' },
  { name: 'day_last', type: 'datetime' },
];
const [EARLY, LATE] = ['2023-01-01T12:30:00', '2024-02-29T00:00:00'];
const EVENT_RESULT_ROWS: ExampleTable['rows'] = [
  [
    1,
    0,
    Math.SQRT1_2,
    0.5,
    0.5,
    false,
    2,
    true,
    false,
    3.5,
    1.75,
    1.75,
    0.125,
    3,
    2,
    1.5,
    EARLY,
    LATE,
    2,
    EARLY,
  ],
  [
    null,
    null,
    null,
    null,
    null,
    null,
    0,
    null,
    null,
    0,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    0,
    null,
  ],
];

/** Worked examples of `groupByAggregate`. */
export const groupByAggregateExamples: readonly NodeExample[] = [
  {
    title: 'Null is a group, sums are exact, groups are in order of first appearance',
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
    title: 'All functions of a boolean, a float and a datetime',
    config: {
      group_by: ['k'],
      aggregations: {
        ok: ['prod', 'std', 'var', 'median', 'min', 'nunique', 'first', 'last'],
        x: ['sum', 'mean', 'median', 'var', 'prod', 'max', 'first'],
        day: ['min', 'max', 'count', 'last'],
      },
    },
    inputs: { in: { columns: EVENTS, rows: EVENT_ROWS } },
    expected: { columns: EVENT_RESULTS, rows: EVENT_RESULT_ROWS },
  },
  {
    title: 'The median of the least floats is not rounded to 0',
    config: { group_by: ['k'], aggregations: { x: ['median'] } },
    inputs: {
      in: {
        columns: [
          { name: 'k', type: 'string' },
          { name: 'x', type: 'float' },
        ],
        rows: [
          ['one', 5e-324],
          ['odd', 1.5e-323],
          ['two', 1.5e-323],
          ['two', 5e-324],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'k', type: 'string' },
        { name: 'x_median', type: 'float' },
      ],
      rows: [
        ['one', 5e-324],
        ['odd', 1.5e-323],
        ['two', 1e-323],
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
    title: 'The median next to an infinity is infinite',
    config: { group_by: ['g'], aggregations: { x: 'median' } },
    inputs: {
      in: {
        columns: MEASURES,
        rows: [
          ['a', 1.5],
          ['a', -Infinity],
        ],
      },
    },
    expected: { columns: MEASURES, rows: [['a', -Infinity]] },
  },
];
