import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const SALES: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'amount', type: 'float' },
  { name: 'unit price', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'sold', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  [1, 12.5, 9007199254740993n, 'Oslo', '2024-01-31T08:00:00'],
  [2, null, 3, 'Bergen', '2024-02-29T00:00:00'],
  [3, 7, 9007199254740992n, null, null],
  [4, 99, null, 'oslo', '2023-12-31T23:59:59'],
];
const RATIO: readonly ColumnSchema[] = [
  { name: 'a', type: 'integer' },
  { name: 'b', type: 'integer' },
];

export const filterExpressionExamples: readonly NodeExample[] = [
  {
    title: 'A comparison with null is not true, so the row is dropped',
    rules: ['expr-3vl'],
    config: { expression: 'amount > 10' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: [ROWS[0] ?? [], ROWS[3] ?? []] },
  },
  {
    title: 'The negation of null is null',
    rules: ['expr-3vl'],
    config: { expression: 'not (amount > 10)' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: [ROWS[2] ?? []] },
  },
  {
    title: 'Integers are exact beyond 2^53',
    rules: ['bigint'],
    config: { expression: '`unit price` == 9007199254740993' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: [ROWS[0] ?? []] },
  },
  {
    title: 'Integers beyond 2^53 are compared exactly with a fraction',
    rules: ['bigint'],
    config: { expression: '`unit price` > 9007199254740992.5' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: [ROWS[0] ?? []] },
  },
  {
    title: 'A condition on text, dates and nulls',
    config: { expression: "lower(city) = 'oslo' and sold >= '2024-01-01' or city is null" },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: [ROWS[0] ?? [], ROWS[2] ?? []] },
  },
  {
    title: 'A condition that fails for a row fails the node, also where another one is false',
    config: { expression: "city != 'Bergen' and cast(city as integer) > 0" },
    inputs: {
      in: {
        columns: [{ name: 'city', type: 'string' }],
        rows: [['1'], ['Bergen'], [null]],
      },
    },
    expected: { error: /Bergen/ },
  },
  {
    title: 'A strict cast within a case fails the node, also for a row of another case',
    config: { expression: "case when city = 'Bergen' then 1 else cast(city as integer) end > 0" },
    inputs: { in: { columns: [{ name: 'city', type: 'string' }], rows: [['1'], ['Bergen']] } },
    expected: { error: /Bergen/ },
  },
  {
    title: 'Conditions of which one can fail keep the rows for which all are true',
    config: { expression: "kept != 'x' and cast(kept as integer) > 0" },
    inputs: {
      in: {
        columns: [
          { name: 'kept', type: 'string' },
          { name: '*', type: 'float' },
        ],
        rows: [
          ['1', 0.1],
          ['-2', 1],
          [null, 2],
          ['3', null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'kept', type: 'string' },
        { name: '*', type: 'float' },
      ],
      rows: [
        ['1', 0.1],
        ['3', null],
      ],
    },
  },
  {
    title: 'A float is compared with all its digits',
    config: { expression: 'rate == 1.4000000000000001 or rate <= 0.09999999999999999' },
    inputs: {
      in: {
        columns: [{ name: 'rate', type: 'float' }],
        rows: [[1.4], [1.4000000000000001], [0.1], [0.09999999999999999]],
      },
    },
    expected: {
      columns: [{ name: 'rate', type: 'float' }],
      rows: [[1.4000000000000001], [0.09999999999999999]],
    },
  },
  {
    title: 'A number is not a condition',
    config: { expression: 'amount' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /must be a condition/ },
  },
  {
    title: 'An error about an unknown column has its position and suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { expression: 'amount > 1 and citty == 1' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /no column "citty".*"city".*line 1, column 16/ },
  },
  {
    title: 'A number divided by 0 is infinite; 0 divided by 0 is null, so the row is dropped',
    rules: ['expr-div', 'nan-null'],
    config: { expression: 'a / b > 0' },
    inputs: {
      in: {
        columns: RATIO,
        rows: [
          [1, 0],
          [0, 0],
          [-1, 0],
          [1, 2],
        ],
      },
    },
    expected: {
      columns: RATIO,
      rows: [
        [1, 0],
        [1, 2],
      ],
    },
  },
];
