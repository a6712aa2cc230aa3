import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'amount', type: 'float' },
  { name: 'paid on', type: 'datetime' },
  { name: '"état"', type: 'string' },
];
const ROWS: ExampleTable['rows'] = [
  [1, 12.5, '2024-01-31T08:00:00', 'payé'],
  [9007199254740993n, -3, '2024-02-29T00:00:00', 'payé'],
  [3, null, null, null],
];
const sales = { in: { columns: COLUMNS, rows: ROWS } };
const passed = { columns: COLUMNS, rows: ROWS };

export const assertExpressionExamples: readonly NodeExample[] = [
  {
    title: 'All rows pass through when the condition is true for each of them',
    config: { expression: 'id > 0 and (amount < 100 or amount is null)' },
    inputs: sales,
    expected: passed,
  },
  {
    title: 'The node fails when the condition is false, and the message has the first such row',
    rules: ['assert', 'config-default', 'errors'],
    config: { expression: 'coalesce(amount, 0) >= 0' },
    inputs: sales,
    expected: {
      error: /coalesce\(amount, 0\) >= 0 must be true: 1 of 3 rows violates.*amount = -3/,
    },
  },
  {
    title: 'Null violates the condition',
    rules: ['assert', 'expr-3vl'],
    config: { expression: '`"état"` = \'payé\'' },
    inputs: sales,
    expected: { error: /1 of 3 rows violates this, such as "état" = null/ },
  },
  {
    title: 'A strict cast within a condition fails the node, also for a row of another case',
    config: { expression: 'if(id = 3, true, cast(`"état"` as integer) > 0)' },
    inputs: { in: { columns: COLUMNS, rows: [[3, null, null, 'payé']] } },
    expected: { error: /payé/ },
  },
  {
    title: 'A negation of null violates the condition too',
    rules: ['assert', 'expr-3vl'],
    config: { expression: 'not (amount > 100)' },
    inputs: sales,
    expected: { error: /1 of 3 rows violates/ },
  },
  {
    title: 'In the mode warn all rows pass through',
    rules: ['assert'],
    config: { expression: 'amount > 1000', mode: 'warn' },
    inputs: sales,
    expected: passed,
  },
  {
    title: 'Integers beyond 2^53 are exact',
    rules: ['bigint'],
    config: { expression: 'id != 9007199254740992' },
    inputs: sales,
    expected: passed,
  },
  {
    title: 'A table without rows violates no condition',
    config: { expression: 'amount > 1000' },
    inputs: { in: { columns: COLUMNS, rows: [] } },
    expected: { columns: COLUMNS, rows: [] },
  },
  {
    title: 'A condition on dates',
    config: { expression: "`paid on` >= '2024-02-01'", mode: 'error' },
    inputs: sales,
    expected: { error: /2 of 3 rows violate this, such as paid on = "2024-01-31T08:00:00"/ },
  },
  {
    title: 'A number is not a condition',
    config: { expression: 'amount + 1' },
    inputs: sales,
    expected: { error: /must be a condition/ },
  },
  {
    title: 'An error about an unknown column suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { expression: 'amuont > 1' },
    inputs: sales,
    expected: { error: /no column "amuont".*"amount"/ },
  },
  {
    title: 'An expression is needed',
    config: {},
    inputs: sales,
    expected: { error: /needs an expression/ },
  },
  {
    title:
      'A number divided by 0 is infinite; 0 divided by 0 is null, which violates the condition',
    rules: ['expr-div', 'nan-null'],
    config: { expression: 'a / b > 0' },
    inputs: {
      in: {
        columns: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'integer' },
        ],
        rows: [
          [1, 0],
          [0, 0],
          [1, 2],
        ],
      },
    },
    expected: { error: /1 of 3 rows violates this, such as a = 0/ },
  },
];
