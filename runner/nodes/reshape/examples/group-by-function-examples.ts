import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

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

/** Worked examples of `groupByAggregate` on the values of its functions. */
export const groupByFunctionExamples: readonly NodeExample[] = [
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
  {
    title: 'Between infinities of both signs there is no sum, mean or deviation',
    rules: ['nan-null', 'agg-null'],
    config: { group_by: ['g'], aggregations: { x: ['sum', 'mean', 'std'] } },
    inputs: {
      in: {
        columns: MEASURES,
        rows: [
          ['a', Infinity],
          ['b', 4],
          ['a', -Infinity],
          ['b', null],
          ['b', 1],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'g', type: 'string' },
        { name: 'x_sum', type: 'float' },
        { name: 'x_mean', type: 'float' },
        { name: 'x_std', type: 'float' },
      ],
      rows: [
        ['a', null, null, null],
        ['b', 5, 2.5, Math.sqrt(4.5)],
      ],
    },
  },
];
