import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const ORDERS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'paid', type: 'boolean' },
];
const ROWS: ExampleTable['rows'] = [
  [9007199254740993n, 'Zürich', true],
  [2, null, null],
  [2, null, null],
  [4, '', false],
  [null, '東京', true],
];
const TABLE: ExampleTable = { columns: ORDERS, rows: ROWS };
const NONE: ExampleTable = { columns: ORDERS, rows: [] };
const RATIO: readonly ColumnSchema[] = [
  { name: 'a', type: 'integer' },
  { name: 'b', type: 'integer' },
];

/** The rows at these positions. */
function rowsAt(...positions: readonly number[]): ExampleTable {
  return { columns: ORDERS, rows: positions.flatMap((at) => ROWS.slice(at, at + 1)) };
}

/** Worked examples of `splitRows`. */
export const splitRowsExamples: readonly NodeExample[] = [
  {
    title: 'The first output has a random share of the rows, in their order',
    rules: ['sample', 'config-default'],
    config: { share: 0.6, seed: 1 },
    inputs: { in: TABLE },
    expected: rowsAt(0, 2, 4),
  },
  {
    title: 'The rest has all rows that the first output lacks',
    rules: ['sample'],
    config: { share: 0.6, seed: 1 },
    inputs: { in: TABLE },
    output: 'rest',
    expected: rowsAt(1, 3),
  },
  {
    title: 'The rest of all rows is empty',
    config: { share: 1 },
    inputs: { in: TABLE },
    output: 'rest',
    expected: NONE,
  },
  {
    title: 'The rows for which a condition is true',
    config: { by: 'condition', expression: "paid or city == ''" },
    inputs: { in: TABLE },
    expected: rowsAt(0, 3, 4),
  },
  {
    title: 'A condition that is false or null leaves a row in the rest',
    rules: ['expr-3vl'],
    config: { by: 'condition', expression: 'paid' },
    inputs: { in: TABLE },
    output: 'rest',
    expected: rowsAt(1, 2, 3),
  },
  {
    title: 'A table without rows has two parts without rows',
    config: {},
    inputs: { in: NONE },
    output: 'rest',
    expected: NONE,
  },
  {
    title: 'A condition is needed to split by one',
    config: { by: 'condition' },
    inputs: { in: TABLE },
    expected: { error: /"expression".*needs a condition/ },
  },
  {
    title: 'A number is no condition',
    config: { by: 'condition', expression: 'id' },
    inputs: { in: TABLE },
    expected: { error: /must be a condition/ },
  },
  {
    title: 'A share of 0 is an error',
    config: { share: 0 },
    inputs: { in: TABLE },
    expected: { error: /"share".*above 0/ },
  },
  {
    title: 'A number divided by 0 is infinite; 0 divided by 0 is null, so the row is in the rest',
    rules: ['expr-div', 'nan-null'],
    config: { by: 'condition', expression: 'a / b > 0' },
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
    output: 'rest',
    expected: {
      columns: RATIO,
      rows: [
        [0, 0],
        [-1, 0],
      ],
    },
  },
  {
    title: 'An unknown column in a condition is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { by: 'condition', expression: 'payd' },
    inputs: { in: TABLE },
    expected: { error: /no column "payd".*"paid"/ },
  },
];
