import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const SALES: readonly ColumnSchema[] = [
  { name: 'shop', type: 'string' },
  { name: 'amount', type: 'integer' },
  { name: 'place', type: 'string' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 9007199254740992n, 'é'],
  [null, 4, 'x'],
  ['b', 9007199254740993n, ''],
  ['b', 7, null],
  [null, 4, 'y'],
  ['a', null, '😀'],
  ['a', 4, 'z'],
];

/** An example that keeps these rows of the sales, by index. */
function kept(title: string, config: JsonObject, rows: readonly number[]): NodeExample {
  return {
    title,
    config,
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: rows.map((row) => ROWS[row] ?? []) },
  };
}

/** Worked examples of `topRows`. */
export const topRowsExamples: readonly NodeExample[] = [
  {
    ...kept('The largest values, exact beyond 2^53', { by: ['amount'], n: 3 }, [2, 0, 3]),
    rules: ['bigint', 'config-default'],
  },
  {
    ...kept(
      'The smallest values; ties keep their order',
      { by: ['amount'], n: 2, descending: false },
      [1, 4],
    ),
    rules: ['sort'],
  },
  {
    ...kept(
      'The largest values of each group, sorted; null is a group, and null values are last',
      { by: ['amount'], n: 2, per_group: ['shop'] },
      [2, 0, 1, 4, 6, 5],
    ),
    rules: ['group-null'],
  },
  kept(
    'The first row of each group in order of two columns',
    { by: ['amount', 'place'], n: 1, per_group: ['shop'], descending: false },
    [1, 6, 3],
  ),
  {
    ...kept('A table with fewer rows is sorted', { by: ['place'], n: 100 }, [5, 0, 6, 4, 1, 2, 3]),
    rules: ['sort'],
  },
  {
    title: 'Odd names; two group columns',
    config: { by: ['*'], n: 1, per_group: ['^n.*$', '{self}'] },
    inputs: {
      in: {
        columns: [
          { name: '*', type: 'float' },
          { name: '^n.*$', type: 'boolean' },
          { name: '{self}', type: 'datetime' },
        ],
        rows: [
          [1, true, '2024-02-29T00:00:00'],
          [Infinity, true, '2024-02-29T00:00:00'],
          [-0.5, null, null],
        ],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'float' },
        { name: '^n.*$', type: 'boolean' },
        { name: '{self}', type: 'datetime' },
      ],
      rows: [
        [Infinity, true, '2024-02-29T00:00:00'],
        [-0.5, null, null],
      ],
    },
  },
  kept(
    'A number of rows beyond 32 bits keeps all rows',
    { by: ['amount'], n: 4_294_967_297 },
    [2, 0, 3, 1, 4, 6, 5],
  ),
  {
    title: 'A table without rows',
    config: { by: ['amount'], n: 1, per_group: ['shop'] },
    inputs: { in: { columns: SALES, rows: [] } },
    expected: { columns: SALES, rows: [] },
  },
  {
    title: 'An unknown column is an error',
    rules: ['missing-column', 'errors'],
    config: { by: ['amounts'], n: 1 },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"amounts".*"amount"/ },
  },
  {
    title: 'No row at all is an error',
    config: { by: ['amount'], n: 0 },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /must be 1 or more/ },
  },
  {
    title: 'A column that is named twice is an error',
    rules: ['dup-columns'],
    config: { by: ['amount', 'amount'] },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /"amount" occurs more than once/ },
  },
];
