import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const PEOPLE: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'string' },
  { name: 'size', type: 'float' },
];
const ROWS: ExampleTable['rows'] = [
  [1, 'ann', 1.7],
  [2, null, 1.8],
  [null, null, null],
  [9007199254740993n, '', null],
];
const people = { in: { columns: PEOPLE, rows: ROWS } };
const rows = (...indices: readonly number[]): ExampleTable => ({
  columns: PEOPLE,
  rows: indices.map((index) => ROWS[index] ?? []),
});

export const dropNullsExamples: readonly NodeExample[] = [
  {
    title: 'Rows with at least one null are dropped; empty text is a value',
    rules: ['config-default'],
    config: {},
    inputs: people,
    expected: rows(0),
  },
  {
    title: 'Only rows of nulls are dropped',
    config: { how: 'all' },
    inputs: people,
    expected: rows(0, 1, 3),
  },
  {
    title: 'Only the named columns are checked',
    config: { subset: ['id', 'name'] },
    inputs: people,
    expected: rows(0, 3),
  },
  {
    title: 'All of the named columns must be null',
    config: { subset: ['name', 'size'], how: 'all' },
    inputs: people,
    expected: rows(0, 1, 3),
  },
  {
    title: 'An error about an unknown column suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { subset: ['sise'] },
    inputs: people,
    expected: { error: /no column "sise".*"size"/ },
  },
];
