import type { ExampleTable, NodeExample } from '../../definition.ts';

const ORDERS: ExampleTable = {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'amount', type: 'float' },
    { name: 'straße "1"', type: 'string' },
    { name: 'paid', type: 'boolean' },
    { name: 'day', type: 'datetime' },
    { name: 'none', type: 'null' },
  ],
  rows: [
    [9007199254740993n, 2, 'ä', true, '2024-02-29T00:00:00', null],
    [null, null, null, null, null, null],
    [-9223372036854775808n, 0.1, '', false, '1969-12-31T23:59:59.999999', null],
  ],
};
const COLUMNS = { id: 'integer', total: 'float' } as const;
const TOTALS: ExampleTable['columns'] = [
  { name: 'id', type: 'integer' },
  { name: 'total', type: 'float' },
];

/** Worked examples of `jsTransform`. */
export const jsTransformExamples: readonly NodeExample[] = [
  {
    title: 'Rows that are passed on keep exact integers, microseconds, types and nulls',
    rules: ['bigint', 'config-default'],
    config: { script: 'return rows' },
    inputs: { in: ORDERS },
    expected: ORDERS,
  },
  {
    title: 'Columns that are passed on keep exact integers, microseconds, types and nulls',
    rules: ['bigint'],
    config: { input: 'columns', script: 'return columns' },
    inputs: { in: ORDERS },
    expected: ORDERS,
  },
  {
    title:
      'Rows are filtered and computed, and whole numbers of a declared float column are floats',
    config: {
      script: 'return rows.filter((r) => r.id > 1).map((r) => ({ id: r.id, total: r.id * 2 }))',
      columns: COLUMNS,
    },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2], [null], [3]] } },
    expected: {
      columns: TOTALS,
      rows: [
        [2, 4],
        [3, 6],
      ],
    },
  },
  {
    title: 'A result without rows keeps the columns of the input',
    config: { script: 'return []' },
    inputs: { in: ORDERS },
    expected: { ...ORDERS, rows: [] },
  },
  {
    title: 'A result without rows has the declared columns',
    config: { script: 'return rows.filter(() => false)', columns: COLUMNS },
    inputs: { in: ORDERS },
    expected: { columns: TOTALS, rows: [] },
  },
  {
    title: 'A missing key is null, and so are undefined and NaN',
    rules: ['nan-null'],
    config: { script: 'return [{ a: 1 }, { b: "x", c: NaN }, { a: undefined, c: 1.5 }]' },
    inputs: { in: ORDERS },
    expected: {
      columns: [
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'string' },
        { name: 'c', type: 'float' },
      ],
      rows: [
        [1, null, null],
        [null, 'x', null],
        [null, null, 1.5],
      ],
    },
  },
  {
    title: 'A column of mixed types fails the run',
    rules: ['errors'],
    config: { script: 'return [{ a: 1 }, { a: "x" }]' },
    inputs: { in: ORDERS },
    expected: { error: /Column "a" of the result mixes types: integer and string/ },
  },
  {
    title: 'An error names the line of the script',
    rules: ['errors'],
    config: { script: '\nreturn rows.map((row) =>\n  row.nope.length)' },
    inputs: { in: ORDERS },
    expected: { error: /TypeError: .*\(line 3 of the script\)/ },
  },
  {
    title: 'A syntax error is rejected before anything runs',
    config: { script: 'return rows\nreturn (' },
    inputs: { in: ORDERS },
    expected: { error: /"script": has a syntax error in line 2/ },
  },
];
