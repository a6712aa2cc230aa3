import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const ORDERS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'amount', type: 'float' },
  { name: 'straße "1"', type: 'string' },
  { name: 'paid', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  [9007199254740993n, 2.5, 'ä', true, '2024-02-29T00:00:00'],
  [null, null, null, null, null],
  [-9223372036854775808n, 0.1, '', false, '1969-12-31T23:59:59.999999'],
];
const TYPES = {
  id: 'integer',
  amount: 'float',
  'straße "1"': 'string',
  paid: 'boolean',
  day: 'datetime',
} as const;
const ORDERS_TABLE: ExampleTable = { columns: ORDERS, rows: ROWS };

/** Worked examples of `pythonTransform`. The scripts are Python that pandas and polars both understand. */
export const pythonTransformExamples: readonly NodeExample[] = [
  {
    title: 'Without changes, integers stay exact and nulls are kept',
    rules: ['bigint', 'config-default'],
    config: { script: 'return df', columns: TYPES },
    inputs: { in: ORDERS_TABLE },
    expected: ORDERS_TABLE,
  },
  {
    title: 'A deterministic script selects columns and slices rows',
    config: {
      deterministic: true,
      script: 'first = df[["amount", "id"]]\nreturn first.head(1)',
      columns: { amount: 'float', id: 'integer' },
    },
    inputs: { in: ORDERS_TABLE },
    expected: {
      columns: [
        { name: 'amount', type: 'float' },
        { name: 'id', type: 'integer' },
      ],
      rows: [[2.5, 9007199254740993n]],
    },
  },
  {
    title: 'A text over several lines keeps its content',
    config: {
      script: 'text = """one\n  two"""\nassert text == "one\\n  two"\nreturn df[["id"]]',
      columns: { id: 'integer' },
    },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2]] } },
    expected: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2]] },
  },
  {
    title: 'The declared order of columns is that of the result',
    config: { script: 'return df', columns: { b: 'string', a: 'integer' } },
    inputs: {
      in: {
        columns: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'string' },
        ],
        rows: [[1, 'x']],
      },
    },
    expected: {
      columns: [
        { name: 'b', type: 'string' },
        { name: 'a', type: 'integer' },
      ],
      rows: [['x', 1]],
    },
  },
  {
    title: 'A table without rows keeps its columns',
    config: { script: 'return df', columns: TYPES },
    inputs: { in: { columns: ORDERS, rows: [] } },
    expected: { columns: ORDERS, rows: [] },
  },
  {
    title: 'A column without values has its declared type',
    config: { script: 'return df', columns: { none: 'integer' } },
    inputs: { in: { columns: [{ name: 'none', type: 'null' }], rows: [[null], [null]] } },
    expected: { columns: [{ name: 'none', type: 'integer' }], rows: [[null], [null]] },
  },
  {
    title: 'A column of another type than the declared one fails the run',
    rules: ['errors'],
    config: { script: 'return df[["id"]] * 1.5', columns: { id: 'integer' } },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2]] } },
    expected: { error: /has the type float in column "id", and its config declares integer/ },
  },
  {
    title: 'A script that returns nothing fails the run',
    config: { script: 'print(len(df))', columns: TYPES },
    inputs: { in: ORDERS_TABLE },
    expected: { error: /must return a (pandas|polars) DataFrame. It returned None/ },
  },
  {
    title: 'An error names the line of the script',
    rules: ['errors'],
    config: { script: '\ndf["share"] = 1 / 0\nreturn df', columns: TYPES },
    inputs: { in: ORDERS_TABLE },
    expected: { error: /ZeroDivisionError: division by zero \(line 2 of the script\)/ },
  },
  {
    title: 'An unknown type of a declared column is rejected',
    config: { script: 'return df', columns: { id: 'int64' } },
    inputs: { in: ORDERS_TABLE },
    expected: { error: /int64|integer/ },
  },
  {
    title: 'NaN in the result of a script is null',
    rules: ['nan-null'],
    config: { script: 'numbers = df[["x"]]\nreturn numbers - numbers', columns: { x: 'float' } },
    inputs: { in: { columns: [{ name: 'x', type: 'float' }], rows: [[Infinity], [1.5]] } },
    expected: { columns: [{ name: 'x', type: 'float' }], rows: [[null], [0]] },
  },
];
