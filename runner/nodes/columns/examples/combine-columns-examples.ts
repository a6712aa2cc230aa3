import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'first', type: 'string' },
  { name: 'last name', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ['Ada', 'Lovelace', 9007199254740993n, 2, true, '2024-02-29T00:00:00'],
  [null, '😀', null, 2.5, false, '2024-01-01T12:30:00.5'],
  ['', 'é', 10, null, null, null],
  [null, null, null, null, null, null],
];
const data = { in: { columns: DATA, rows: ROWS } };

/** The expected table: the input and a further column. */
function withTexts(texts: readonly string[]): ExampleTable {
  return {
    columns: [...DATA, { name: 'all', type: 'string' }],
    rows: ROWS.map((row, index) => [...row, texts[index] ?? null]),
  };
}

/** Worked examples of `combineColumns`. */
export const combineColumnsExamples: readonly NodeExample[] = [
  {
    title: 'Two texts with a space between them; null is the empty text',
    rules: ['config-default'],
    config: { columns: ['first', 'last name'], new_column: 'all' },
    inputs: data,
    expected: withTexts(['Ada Lovelace', ' 😀', ' é', ' ']),
  },
  {
    title: 'Numbers, booleans and dates as text; an integer beside nulls has no point',
    rules: ['cast-text', 'bigint'],
    config: { columns: ['n', 'x', 'ok', 'day'], new_column: 'all', separator: '|' },
    inputs: data,
    expected: withTexts([
      '9007199254740993|2.0|true|2024-02-29 00:00:00',
      '|2.5|false|2024-01-01 12:30:00.500',
      '10|||',
      '|||',
    ]),
  },
  {
    title: 'Without a separator and without the originals',
    config: {
      columns: ['last name', 'first'],
      new_column: 'name',
      separator: '',
      keep_original: false,
    },
    inputs: data,
    expected: {
      columns: [...DATA.slice(2), { name: 'name', type: 'string' }],
      rows: ROWS.map((row, index) => [
        ...row.slice(2),
        ['LovelaceAda', '😀', 'é', ''][index] ?? null,
      ]),
    },
  },
  {
    title: 'A new column with the name of an original replaces it in place',
    config: { columns: ['n', 'first'], new_column: 'n', separator: ', ' },
    inputs: data,
    expected: {
      columns: DATA.map((column) => (column.name === 'n' ? { name: 'n', type: 'string' } : column)),
      rows: ROWS.map((row, index) =>
        row.with(2, ['9007199254740993, Ada', ', ', '10, ', ', '][index] ?? null),
      ),
    },
  },
  {
    title: 'A table without rows',
    config: { columns: ['first', 'n'], new_column: 'all' },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { columns: [...DATA, { name: 'all', type: 'string' }], rows: [] },
  },
  {
    title: 'A single column is an error',
    config: { columns: ['n'], new_column: 'all' },
    inputs: data,
    expected: { error: /"columns".*at least two columns/ },
  },
  {
    title: 'A repeated column is an error',
    rules: ['dup-columns'],
    config: { columns: ['first', 'n', 'first'], new_column: 'all' },
    inputs: data,
    expected: { error: /"first" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { columns: ['frist', 'n'], new_column: 'all' },
    inputs: data,
    expected: { error: /frist.*first/ },
  },
];
