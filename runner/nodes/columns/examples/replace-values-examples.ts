import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 's', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'is ok?', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ['N/A', 9007199254740993n, 0, true, '2024-02-29T00:00:00'],
  [null, null, null, null, null],
  ['a1 b22', 9007199254740992n, 2.5, false, '2024-01-01T12:30:00.5'],
  ['', 20, -0, true, '2024-02-29T00:00:00'],
  ['Straße 😀', -1, Infinity, null, null],
];
const NULLS = [null, null, null, null];
const LINES: ExampleTable['rows'] = ['a\nb', 'A B', 'a.\nb'].map((text) => [text, ...NULLS]);
const data = { in: { columns: DATA, rows: ROWS } };

/** The expected table: the input with other cells in one column. */
function withCells(
  name: string,
  cells: readonly JsonValue[],
  type?: ColumnSchema['type'],
): ExampleTable {
  const at = DATA.findIndex((column) => column.name === name);
  return {
    columns: DATA.map((column, index) =>
      index === at ? { name, type: type ?? column.type } : column,
    ),
    rows: ROWS.map((row, index) => row.with(at, cells[index] ?? null)),
  };
}

/** Worked examples of `replaceValues`. */
export const replaceValuesExamples: readonly NodeExample[] = [
  {
    title: 'A whole text is replaced, a part of a text is not',
    rules: ['config-default'],
    config: { column: 's', to_replace: 'N/A', value: 'none' },
    inputs: data,
    expected: withCells('s', ['none', null, 'a1 b22', '', 'Straße 😀']),
  },
  {
    title: 'The empty text is a value and not null',
    rules: ['null-compare'],
    config: { column: 's', to_replace: '', value: '-' },
    inputs: data,
    expected: withCells('s', ['N/A', null, 'a1 b22', '-', 'Straße 😀']),
  },
  {
    title: 'Numbers given as text are read as the type of the column; integers are exact',
    rules: ['value-type', 'bigint'],
    config: { column: 'n', to_replace: '9007199254740993', value: '7' },
    inputs: data,
    expected: withCells('n', [7, null, 9007199254740992n, 20, -1]),
  },
  {
    title: 'Numbers as numbers; 0 is also -0',
    config: { column: 'x', to_replace: 0, value: 1.5 },
    inputs: data,
    expected: withCells('x', [1.5, null, 2.5, 1.5, Infinity]),
  },
  {
    title: 'Booleans',
    config: { column: 'is ok?', to_replace: true, value: false },
    inputs: data,
    expected: withCells('is ok?', [false, null, false, false, null]),
  },
  {
    title: 'A number in a column of booleans stays a number and turns the column into text',
    config: { column: 'is ok?', to_replace: true, value: 0 },
    inputs: data,
    expected: withCells('is ok?', ['0', null, 'false', '0', null], 'string'),
  },
  {
    title: 'A boolean given as text is read as the type of the column',
    rules: ['value-type'],
    config: { column: 'is ok?', to_replace: 'true', value: 'false' },
    inputs: data,
    expected: withCells('is ok?', [false, null, false, false, null]),
  },
  {
    title: 'Dates as ISO 8601',
    rules: ['value-type'],
    config: { column: 'day', to_replace: '2024-02-29', value: '2024-03-01T01:00:00' },
    inputs: data,
    expected: withCells('day', [
      '2024-03-01T01:00:00',
      null,
      '2024-01-01T12:30:00.5',
      '2024-03-01T01:00:00',
      null,
    ]),
  },
  {
    title: 'Null as the new value',
    config: { column: 'n', to_replace: -1, value: null },
    inputs: data,
    expected: withCells('n', [9007199254740993n, null, 9007199254740992n, 20, null]),
  },
  {
    title: 'A text in a column of numbers turns the column into text',
    rules: ['supertype', 'cast-text'],
    config: { column: 'n', to_replace: 20, value: 'twenty' },
    inputs: data,
    expected: withCells(
      'n',
      ['9007199254740993', null, '9007199254740992', 'twenty', '-1'],
      'string',
    ),
  },
  {
    title: 'A fraction turns integers into floats, and replaces only the exact integer',
    rules: ['supertype', 'bigint'],
    config: { column: 'n', to_replace: 9007199254740993n, value: 0.5 },
    inputs: data,
    expected: withCells('n', [0.5, null, 9007199254740992, 20, -1], 'float'),
  },
  {
    title: 'A number with an exponent beyond 2^53 turns integers into floats',
    config: { column: 'n', to_replace: 20, value: '1e18' },
    inputs: data,
    expected: withCells('n', [9007199254740992, null, 9007199254740992, 1e18, -1], 'float'),
  },
  {
    title: 'All matches of a regular expression, with its groups as $1 and $2',
    rules: ['regex-groups'],
    config: { column: 's', to_replace: '([a-z])(\\d+)', value: '$2$1$$', regex: true },
    inputs: data,
    expected: withCells('s', ['N/A', null, '1a$ 22b$', '', 'Straße 😀']),
  },
  {
    title: 'A regular expression ignores case after (?i)',
    config: { column: 's', to_replace: '(?i)n', value: '$0\\', regex: true },
    inputs: data,
    expected: withCells('s', ['N\\/A', null, 'a1 b22', '', 'Straße 😀']),
  },
  {
    title: 'A regular expression with groups that Python names, from the start of the text',
    config: {
      column: 's',
      to_replace: '\\A(?P<one>[a-z])(?P<two>\\d)',
      value: '$2$1',
      regex: true,
    },
    inputs: data,
    expected: withCells('s', ['N/A', null, '1a b22', '', 'Straße 😀']),
  },
  {
    title: 'A regular expression whose dot matches a line end after (?s), also with (?i)',
    config: { column: 's', to_replace: '(?is)A.B', value: '+', regex: true },
    inputs: { in: { columns: DATA, rows: LINES } },
    expected: {
      columns: DATA,
      rows: LINES.map((row, at) => row.with(0, ['+', '+', 'a.\nb'][at] ?? null)),
    },
  },
  {
    title: 'A dot matches no line end without (?s)',
    config: { column: 's', to_replace: '(?i)A.B', value: '+', regex: true },
    inputs: { in: { columns: DATA, rows: LINES } },
    expected: {
      columns: DATA,
      rows: LINES.map((row, at) => row.with(0, ['a\nb', '+', 'a.\nb'][at] ?? null)),
    },
  },
  {
    title: 'White space and comments of a regular expression are layout after (?x)',
    config: {
      column: 's',
      to_replace: '(?x) ([a-z]) # a letter\n (\\d) \\ [b ]',
      value: '$2',
      regex: true,
    },
    inputs: data,
    expected: withCells('s', ['N/A', null, '122', '', 'Straße 😀']),
  },
  {
    title: 'The groups of a pattern that is a plain text',
    config: { column: 's', to_replace: 'ß', value: '$0$$', regex: true },
    inputs: data,
    expected: withCells('s', ['N/A', null, 'a1 b22', '', 'Straß$e 😀']),
  },
  {
    title: 'No empty match directly follows another match',
    config: { column: 's', to_replace: '[a-z0-9]*', value: '_', regex: true },
    inputs: data,
    expected: withCells('s', ['_N_/_A_', null, '_ _', '_', '_S_ß_ _😀_']),
  },
  {
    title: 'A regular expression reads numbers as text',
    rules: ['cast-text'],
    config: { column: 'x', to_replace: '\\.0$', value: '', regex: true },
    inputs: data,
    expected: withCells('x', ['0', null, '2.5', '0', 'inf'], 'string'),
  },
  {
    title: 'Each value of a list is replaced by one value',
    config: { column: 'n', to_replace: ['20', -1], value: 0 },
    inputs: data,
    expected: withCells('n', [9007199254740993n, null, 9007199254740992n, 0, 0]),
  },
  {
    title: 'Two lists go pair by pair, and no cell is replaced twice',
    config: { column: 'n', to_replace: [20, -1], value: [-1, 20] },
    inputs: data,
    expected: withCells('n', [9007199254740993n, null, 9007199254740992n, -1, 20]),
  },
  {
    title: 'A list of new values can have null',
    config: { column: 's', to_replace: ['N/A', ''], value: [null, 'empty'] },
    inputs: data,
    expected: withCells('s', [null, null, 'a1 b22', 'empty', 'Straße 😀']),
  },
  {
    title: 'One fraction in a list turns integers into floats',
    rules: ['supertype'],
    config: { column: 'n', to_replace: [20, -1], value: [0.5, 3] },
    inputs: data,
    expected: withCells('n', [9007199254740992, null, 9007199254740992, 0.5, 3], 'float'),
  },
  {
    title: 'One text in a list turns the column into text',
    rules: ['supertype', 'cast-text'],
    config: { column: 'n', to_replace: [20, -1, 5], value: ['x', 3, null] },
    inputs: data,
    expected: withCells('n', ['9007199254740993', null, '9007199254740992', 'x', '3'], 'string'),
  },
  {
    title: 'A value can be in a list twice if it becomes the same',
    config: { column: 'n', to_replace: [-1, '-1'], value: 0 },
    inputs: data,
    expected: withCells('n', [9007199254740993n, null, 9007199254740992n, 20, 0]),
  },
  {
    title: 'Lists of two lengths are an error',
    config: { column: 'n', to_replace: [20, -1], value: [1] },
    inputs: data,
    expected: { error: /must have as many values as "to_replace", which has 2, and has 1/ },
  },
  {
    title: 'A value that a list replaces by two values is an error',
    config: { column: 'n', to_replace: [20, '20'], value: [1, 2] },
    inputs: data,
    expected: { error: /"to_replace" has the value 20 twice, for two new values/ },
  },
  {
    title: 'A list of regular expressions is an error',
    config: { column: 's', to_replace: ['a', 'b'], value: 'c', regex: true },
    inputs: data,
    expected: { error: /must be one text where "regex" is true/ },
  },
  {
    title: 'A table without rows has the types of one with rows',
    config: { column: 'is ok?', to_replace: 'true', value: 'yes' },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { ...withCells('is ok?', [], 'string'), rows: [] },
  },
  {
    title: 'A value that the column cannot hold is an error',
    rules: ['errors'],
    config: { column: 'n', to_replace: 'abc', value: 1 },
    inputs: data,
    expected: { error: /"abc" does not fit the column "n"/ },
  },
  {
    title: 'A regular expression that cannot be read is an error',
    config: { column: 's', to_replace: '(a', value: 'b', regex: true },
    inputs: data,
    expected: { error: /\(a cannot be read/ },
  },
  {
    title: 'A regular expression that could take for ever is an error',
    config: { column: 's', to_replace: '(a+)+$', value: 'b', regex: true },
    inputs: data,
    expected: { error: /could take for ever/ },
  },
  {
    title: 'A group that the regular expression does not have is an error',
    rules: ['regex-groups', 'errors'],
    config: { column: 's', to_replace: '(a)b', value: '$2', regex: true },
    inputs: data,
    expected: { error: /has \$2, but the regular expression has 1 group/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'dya', to_replace: 'a', value: 'b' },
    inputs: data,
    expected: { error: /dya.*day/ },
  },
];
