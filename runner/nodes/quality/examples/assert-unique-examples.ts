import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'shop', type: 'string' },
  { name: 'share', type: 'float' },
];
const ROWS: ExampleTable['rows'] = [
  [9007199254740993n, 'é', 0],
  [9007199254740992n, 'é', -0],
  [3, null, 2],
  [4, null, null],
  [5, '', null],
];
const table = { in: { columns: COLUMNS, rows: ROWS } };
const passed = { columns: COLUMNS, rows: ROWS };

export const assertUniqueExamples: readonly NodeExample[] = [
  {
    title: 'Integers beyond 2^53 that differ are unique',
    rules: ['bigint'],
    config: { columns: ['id'] },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Every copy counts, and equal nulls are copies',
    rules: ['assert', 'group-null'],
    config: { columns: ['shop'] },
    inputs: table,
    expected: { error: /"shop" must be unique: 4 of 5 rows violate this, such as shop = "é"/ },
  },
  {
    title: 'Values of several columns are unique together',
    config: { columns: ['shop', 'share'] },
    inputs: table,
    expected: { error: /"shop" and "share" together must be unique: 2 of 5 rows violate/ },
  },
  {
    title: 'Null differs from empty text',
    rules: ['group-null'],
    config: { columns: ['shop'] },
    inputs: { in: { columns: COLUMNS, rows: ROWS.slice(3) } },
    expected: { columns: COLUMNS, rows: ROWS.slice(3) },
  },
  {
    title: 'Without a list, whole rows are unique',
    config: {},
    inputs: table,
    expected: passed,
  },
  {
    title: 'A row that occurs twice fails the node',
    rules: ['assert', 'config-default', 'errors'],
    config: {},
    inputs: { in: { columns: COLUMNS, rows: [...ROWS, [4, null, null]] } },
    expected: { error: /Each row must be unique: 2 of 6 rows violate this, such as id = 4/ },
  },
  {
    title: 'In the mode warn all rows pass through',
    rules: ['assert'],
    config: { columns: ['shop'], mode: 'warn' },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A table without rows is unique',
    config: {},
    inputs: { in: { columns: COLUMNS, rows: [] } },
    expected: { columns: COLUMNS, rows: [] },
  },
  {
    title: 'An error about an unknown column suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { columns: ['shopp'] },
    inputs: table,
    expected: { error: /no column "shopp".*"shop"/ },
  },
  {
    title: 'A column that is named twice is checked once',
    rules: ['dup-columns'],
    config: { columns: ['id', 'id'] },
    inputs: table,
    expected: passed,
  },
];
