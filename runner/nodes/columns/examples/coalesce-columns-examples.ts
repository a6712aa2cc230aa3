import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const PHONES: readonly ColumnSchema[] = [
  { name: 'mobile', type: 'string' },
  { name: 'Büro "2"', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ['070', '1', 9007199254740993n, 1.5, true, '2024-02-29T00:00:00'],
  [null, '😀', null, 2, null, null],
  ['', null, 4, null, null, '2024-01-01T12:30:00.5'],
  [null, null, null, null, null, null],
];
const phones = { in: { columns: PHONES, rows: ROWS } };

/** The expected table: the input and a further column. */
function withColumn(type: ColumnSchema['type'], cells: ExampleTable['rows'][number]): ExampleTable {
  return {
    columns: [...PHONES, { name: 'first', type }],
    rows: ROWS.map((row, index) => [...row, cells[index] ?? null]),
  };
}

/** Worked examples of `coalesceColumns`. */
export const coalesceColumnsExamples: readonly NodeExample[] = [
  {
    title: 'The first value that is not null; the empty text is a value',
    rules: ['config-default'],
    config: { columns: ['mobile', 'Büro "2"'], new_column: 'first' },
    inputs: phones,
    expected: withColumn('string', ['070', '😀', '', null]),
  },
  {
    title: 'Without the originals; the new column is the last',
    config: { columns: ['Büro "2"', 'mobile'], new_column: 'phone', keep_original: false },
    inputs: phones,
    expected: {
      columns: [...PHONES.slice(2), { name: 'phone', type: 'string' }],
      rows: ROWS.map((row, index) => [...row.slice(2), ['1', '😀', '', null][index] ?? null]),
    },
  },
  {
    title: 'A new column with the name of an original replaces it in place, also without originals',
    config: { columns: ['mobile', 'Büro "2"'], new_column: 'mobile', keep_original: false },
    inputs: phones,
    expected: {
      columns: PHONES.filter(({ name }) => name !== 'Büro "2"'),
      rows: ROWS.map((row, index) => [['070', '😀', '', null][index] ?? null, ...row.slice(2)]),
    },
  },
  {
    title: 'Integers and floats become floats',
    rules: ['supertype'],
    config: { columns: ['x', 'n'], new_column: 'first' },
    inputs: phones,
    expected: withColumn('float', [1.5, 2, 4, null]),
  },
  {
    title: 'Other mixed types become text, each value as its own type writes it',
    rules: ['supertype', 'cast-text'],
    config: { columns: ['day', 'ok', 'n', 'x'], new_column: 'first' },
    inputs: phones,
    expected: withColumn('string', ['2024-02-29 00:00:00', '2.0', '2024-01-01 12:30:00.500', null]),
  },
  {
    title: 'Integers beyond 2^53 stay exact beside text',
    rules: ['bigint'],
    config: { columns: ['n', 'mobile'], new_column: 'first' },
    inputs: phones,
    expected: withColumn('string', ['9007199254740993', null, '4', null]),
  },
  {
    title: 'Dates and booleans keep their type',
    config: { columns: ['day', 'later'], new_column: 'day' },
    inputs: {
      in: {
        columns: [
          { name: 'day', type: 'datetime' },
          { name: 'later', type: 'datetime' },
        ],
        rows: [
          [null, '2024-02-29T00:00:00'],
          ['2023-01-01T00:00:00', null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'day', type: 'datetime' },
        { name: 'later', type: 'datetime' },
      ],
      rows: [
        ['2024-02-29T00:00:00', '2024-02-29T00:00:00'],
        ['2023-01-01T00:00:00', null],
      ],
    },
  },
  {
    title: 'A table without rows',
    config: { columns: ['n', 'x'], new_column: 'first' },
    inputs: { in: { columns: PHONES, rows: [] } },
    expected: { columns: [...PHONES, { name: 'first', type: 'float' }], rows: [] },
  },
  {
    title: 'A single column is an error',
    config: { columns: ['n'], new_column: 'first' },
    inputs: phones,
    expected: { error: /"columns".*at least two columns/ },
  },
  {
    title: 'A repeated column is an error',
    rules: ['dup-columns'],
    config: { columns: ['n', 'n'], new_column: 'first' },
    inputs: phones,
    expected: { error: /"n" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { columns: ['n', 'mobil'], new_column: 'first' },
    inputs: phones,
    expected: { error: /mobil.*mobile/ },
  },
  {
    title: 'A new column without a name is an error',
    config: { columns: ['n', 'x'] },
    inputs: phones,
    expected: { error: /"new_column".*needs the name/ },
  },
];
