import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: '^n.*$', type: 'string' },
  { name: 'size', type: 'float' },
  { name: 'nothing', type: 'null' },
];
const ROWS: ExampleTable['rows'] = [
  [9007199254740993n, '', 1.5, null],
  [2, 'Łódź', null, null],
  [3, null, null, null],
];
const table = { in: { columns: COLUMNS, rows: ROWS } };
const passed = { columns: COLUMNS, rows: ROWS };

export const assertNotNullExamples: readonly NodeExample[] = [
  {
    title: 'Columns without nulls pass',
    config: { columns: ['id'] },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Empty text is not null',
    config: { columns: ['^n.*$'] },
    inputs: { in: { columns: COLUMNS, rows: ROWS.slice(0, 2) } },
    expected: { columns: COLUMNS, rows: ROWS.slice(0, 2) },
  },
  {
    title: 'The node fails for a null in any of the columns',
    rules: ['assert', 'errors'],
    config: { columns: ['id', '^n.*$', 'size'] },
    inputs: table,
    expected: {
      error:
        /"id", "\^n\.\*\$" and "size" must not be null: 2 of 3 rows violate this, such as size = null/,
    },
  },
  {
    title: 'Without a list, all columns are checked',
    rules: ['assert', 'config-default'],
    config: {},
    inputs: table,
    expected: { error: /No column may have a null: 3 of 3 rows violate/ },
  },
  {
    title: 'In the mode warn all rows pass through',
    rules: ['assert'],
    config: { columns: ['^n.*$', 'nothing'], mode: 'warn' },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A column of nulls without rows has no null',
    config: {},
    inputs: { in: { columns: COLUMNS, rows: [] } },
    expected: { columns: COLUMNS, rows: [] },
  },
  {
    title: 'An error about an unknown column suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { columns: ['sise'] },
    inputs: table,
    expected: { error: /no column "sise".*"size"/ },
  },
  {
    title: 'An unknown mode is refused',
    config: { columns: ['id'], mode: 'fail' },
    inputs: table,
    expected: { error: /error/ },
  },
  {
    title: 'A column that is named twice is checked once',
    rules: ['dup-columns'],
    config: { columns: ['id', 'id'] },
    inputs: table,
    expected: passed,
  },
];
