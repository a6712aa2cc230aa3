import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'full name', type: 'string' },
  { name: 'x', type: 'float' },
];
const ROWS: ExampleTable['rows'] = [
  [9007199254740993n, 'Lovelace, Ada,Lady', 2.5],
  [2, null, null],
  [3, '', -0],
  [4, 'é😀', 10],
  [5, ',a1b22c', Infinity],
];
const data = { in: { columns: DATA, rows: ROWS } };

type Cells = readonly (readonly (string | null)[])[];

/** The expected table: the input and further text columns. */
function withTexts(names: readonly string[], cells: Cells): ExampleTable {
  return {
    columns: [...DATA, ...names.map((name): ColumnSchema => ({ name, type: 'string' }))],
    rows: ROWS.map((row, index) => [...row, ...(cells[index] ?? [])]),
  };
}

/** Worked examples of `splitColumn`. */
export const splitColumnExamples: readonly NodeExample[] = [
  {
    title: 'Missing parts are null, further parts are dropped, and nothing is trimmed',
    rules: ['config-default'],
    config: { column: 'full name', delimiter: ',', into: ['last', 'first'] },
    inputs: data,
    expected: withTexts(
      ['last', 'first'],
      [
        ['Lovelace', ' Ada'],
        [null, null],
        ['', null],
        ['é😀', null],
        ['', 'a1b22c'],
      ],
    ),
  },
  {
    title: 'The delimiter is literal; without the original',
    rules: ['cast-text'],
    config: { column: 'x', delimiter: '.', into: ['whole', 'part'], keep_original: false },
    inputs: data,
    expected: {
      columns: [
        ...DATA.slice(0, 2),
        { name: 'whole', type: 'string' },
        { name: 'part', type: 'string' },
      ],
      rows: ROWS.map((row, index) => [
        ...row.slice(0, 2),
        ...([
          ['2', '5'],
          [null, null],
          ['0', '0'],
          ['10', '0'],
          ['inf', null],
        ][index] ?? []),
      ]),
    },
  },
  {
    title: 'A part with the name of the column replaces it in place, also without originals',
    config: {
      column: 'full name',
      delimiter: ',',
      into: ['full name', 'id'],
      keep_original: false,
    },
    inputs: data,
    expected: {
      columns: [{ name: 'id', type: 'string' }, ...DATA.slice(1)],
      rows: ROWS.map((row, index) => [
        [' Ada', null, null, null, 'a1b22c'][index] ?? null,
        ['Lovelace', null, '', 'é😀', ''][index] ?? null,
        row[2] ?? null,
      ]),
    },
  },
  {
    title: 'The groups of the first match of a regular expression, by number',
    config: {
      column: 'full name',
      mode: 'regex',
      pattern: '(?i)([A-Z]+)(?:, (ada))?',
      into: ['a', 'b', 'c'],
    },
    inputs: data,
    expected: withTexts(
      ['a', 'b', 'c'],
      [
        ['Lovelace', 'Ada', null],
        [null, null, null],
        [null, null, null],
        [null, null, null],
        ['a', null, null],
      ],
    ),
  },
  {
    title: 'Groups with names count by number too, and case may be ignored in a group alone',
    config: {
      column: 'full name',
      mode: 'regex',
      pattern: '(?P<first>(?i:L[A-Z]+))(?P<second>, (?i:aDA))?',
      into: ['a', 'b'],
    },
    inputs: data,
    expected: withTexts(
      ['a', 'b'],
      [
        ['Lovelace', ', Ada'],
        [null, null],
        [null, null],
        [null, null],
        [null, null],
      ],
    ),
  },
  {
    title: 'Groups beyond the new columns are dropped; the pattern may match the empty text',
    config: { column: 'id', mode: 'regex', pattern: '^(9*)(0*)', into: ['nines'] },
    inputs: data,
    expected: withTexts(['nines'], [['9'], [''], [''], [''], ['']]),
  },
  {
    title: 'A regular expression without a group splits the text at its matches',
    config: {
      column: 'full name',
      mode: 'regex',
      pattern: '(?i),\\s*|[0-9]+',
      into: ['a', 'b'],
    },
    inputs: data,
    expected: withTexts(
      ['a', 'b'],
      [
        ['Lovelace', 'Ada'],
        [null, null],
        ['', null],
        ['é😀', null],
        ['', 'a'],
      ],
    ),
  },
  {
    title: 'Integers become text first',
    config: { column: 'id', delimiter: '99', into: ['start'] },
    inputs: data,
    expected: withTexts(['start'], [['90071'], ['2'], ['3'], ['4'], ['5']]),
  },
  {
    title: 'A table without rows',
    config: { column: 'full name', delimiter: ',', into: ['a', 'b'], pattern: null },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { ...withTexts(['a', 'b'], []), rows: [] },
  },
  {
    title: 'A repeated name is an error',
    rules: ['dup-columns'],
    config: { column: 'full name', delimiter: ',', into: ['a', 'a'] },
    inputs: data,
    expected: { error: /"a" occurs more than once/ },
  },
  {
    title: 'No new column is an error',
    config: { column: 'full name', delimiter: ',', into: [] },
    inputs: data,
    expected: { error: /"into".*at least one column/ },
  },
  {
    title: 'An empty delimiter is an error',
    config: { column: 'full name', delimiter: '', into: ['a'] },
    inputs: data,
    expected: { error: /"delimiter".*needs a delimiter/ },
  },
  {
    title: 'A regular expression without a group that matches the empty text is an error',
    config: { column: 'full name', mode: 'regex', pattern: '\\s*', into: ['a'] },
    inputs: data,
    expected: { error: /can match the empty text/ },
  },
  {
    title: 'A config without a delimiter is an error with the default of old',
    config: { column: 'full name', into: ['a'] },
    inputs: data,
    expected: {
      error: /"delimiter" is missing.*default until now was ",": write "delimiter": ","/,
    },
  },
  {
    title: 'A regular expression that cannot be read is an error',
    config: { column: 'full name', mode: 'regex', pattern: '[a', into: ['a'] },
    inputs: data,
    expected: { error: /\[a cannot be read/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'fullname', delimiter: ',', into: ['a'] },
    inputs: data,
    expected: { error: /fullname.*full name/ },
  },
];
