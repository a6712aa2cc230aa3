import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const COLUMNS: readonly ColumnSchema[] = [{ name: '{id}', type: 'integer' }];
const ROWS: ExampleTable['rows'] = [[1], [null], [1]];
const table = { in: { columns: COLUMNS, rows: ROWS } };
const passed = { columns: COLUMNS, rows: ROWS };

export const assertRowCountExamples: readonly NodeExample[] = [
  {
    title: 'The bounds are allowed numbers of rows; rows of nulls and copies count',
    rules: ['assert'],
    config: { min_rows: 3, max_rows: 3 },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Too few rows fail the node',
    rules: ['assert', 'config-default', 'errors'],
    config: { min_rows: 4 },
    inputs: table,
    expected: { error: /must have at least 4 rows: it has 3\./ },
  },
  {
    title: 'Too many rows fail the node',
    config: { max_rows: 2 },
    inputs: table,
    expected: { error: /must have at most 2 rows: it has 3\./ },
  },
  {
    title: 'A table without rows is checked',
    config: { min_rows: 1, max_rows: 5 },
    inputs: { in: { columns: COLUMNS, rows: [] } },
    expected: { error: /must have between 1 and 5 rows: it has 0\./ },
  },
  {
    title: 'In the mode warn all rows pass through',
    rules: ['assert'],
    config: { max_rows: 0, mode: 'warn' },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A bound is needed',
    config: {},
    inputs: table,
    expected: { error: /max_rows is needed/ },
  },
  {
    title: 'A minimum above the maximum is refused',
    config: { min_rows: 2, max_rows: 1 },
    inputs: table,
    expected: { error: /must not be greater than max_rows/ },
  },
  {
    title: 'A negative number of rows is refused',
    config: { min_rows: -1 },
    inputs: table,
    expected: { error: /must be 0 or more/ },
  },
];
