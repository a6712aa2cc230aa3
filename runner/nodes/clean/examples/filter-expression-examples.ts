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

export const filterExpressionExamples: readonly NodeExample[] = [
  {
    title: 'A comparison with null is not true, so the row is dropped',
    config: { expression: 'amount > 10' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: [ROWS[0] ?? [], ROWS[3] ?? []] },
  },
  {
    title: 'The negation of null is null',
    config: { expression: 'not (amount > 10)' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { columns: SALES, rows: [ROWS[2] ?? []] },
  },
  {
    title: 'Integers are exact beyond 2^53',
    config: { expression: '`unit price` == 9007199254740993' },
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
    title: 'A number is not a condition',
    config: { expression: 'amount' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /must be a condition/ },
  },
  {
    title: 'An error about an unknown column has its position and suggests the nearest one',
    config: { expression: 'amount > 1 and citty == 1' },
    inputs: { in: { columns: SALES, rows: ROWS } },
    expected: { error: /no column "citty".*"city".*line 1, column 16/ },
  },
];
