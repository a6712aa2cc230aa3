import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const PEOPLE: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'string' },
];
const ROWS: ExampleTable['rows'] = [
  [9007199254740993n, 'Zoë'],
  [2, null],
  [2, null],
  [4, ''],
  [null, '日本'],
  [6, 'f'],
  [7, 'g'],
  [8, 'h'],
];
const TABLE: ExampleTable = { columns: PEOPLE, rows: ROWS };
const NONE: ExampleTable = { columns: PEOPLE, rows: [] };

/** The rows at these positions. */
function rowsAt(...positions: readonly number[]): ExampleTable {
  return { columns: PEOPLE, rows: positions.flatMap((at) => ROWS.slice(at, at + 1)) };
}

/** Worked examples of `sampleRows`. */
export const sampleRowsExamples: readonly NodeExample[] = [
  {
    title: 'Three different rows in their order; the same seed always chooses them',
    rules: ['sample'],
    config: { n: 3, seed: 7 },
    inputs: { in: TABLE },
    expected: rowsAt(4, 5, 7),
  },
  {
    title: 'Another seed chooses other rows',
    rules: ['sample'],
    config: { n: 3, seed: 8 },
    inputs: { in: TABLE },
    expected: rowsAt(2, 4, 6),
  },
  {
    title: 'A share of the rows is rounded to the nearest number',
    config: { frac: 0.3, seed: -1 },
    inputs: { in: TABLE },
    expected: rowsAt(3, 7),
  },
  {
    title: 'All rows keep their order',
    config: { n: 8, seed: 1 },
    inputs: { in: TABLE },
    expected: TABLE,
  },
  {
    title: 'A share of 1 is all rows',
    config: { n: null, frac: 1, seed: 42 },
    inputs: { in: TABLE },
    expected: TABLE,
  },
  {
    title: 'No rows of some, and of none',
    config: { n: 0, seed: 42 },
    inputs: { in: TABLE },
    expected: NONE,
  },
  {
    title: 'A share of a table without rows is empty',
    config: { frac: 0.5, seed: 42 },
    inputs: { in: NONE },
    expected: NONE,
  },
  {
    title: 'Odd column names are kept',
    config: { n: 1, seed: 12345678901 },
    inputs: {
      in: {
        columns: [
          { name: 'row', type: 'integer' },
          { name: '^a$', type: 'null' },
          { name: '*', type: 'boolean' },
        ],
        rows: [
          [1, null, true],
          [2, null, null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'row', type: 'integer' },
        { name: '^a$', type: 'null' },
        { name: '*', type: 'boolean' },
      ],
      rows: [[1, null, true]],
    },
  },
  {
    title: 'More rows than there are is an error',
    rules: ['errors'],
    config: { n: 9, seed: 42 },
    inputs: { in: TABLE },
    expected: { error: /9 rows.*only 8/ },
  },
  {
    title: 'A share beyond 1 is an error',
    config: { frac: 1.5, seed: 42 },
    inputs: { in: TABLE },
    expected: { error: /"frac".*at most 1/ },
  },
  {
    title: 'A seed that is not a whole number is an error',
    config: { n: 1, seed: 0.5 },
    inputs: { in: TABLE },
    expected: { error: /"seed".*whole number/ },
  },
  {
    title: 'Without a number and a share, and without a seed, the defaults of old are named',
    config: {},
    inputs: { in: TABLE },
    expected: { error: /"n" is missing.*default until now was 100.*"seed" is missing.* was 42/ },
  },
];
