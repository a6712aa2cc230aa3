import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';
import { whiteSpaceExamples } from './white-space-examples.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 's', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ["  o'NEIL straße 3d\t", 10, 2, true, '2024-02-29T00:00:00'],
  [null, null, null, null, null],
  ['', 9007199254740993n, 2.5, false, null],
  ['ßa ǆ ﬁx ΑΣ', -1, Infinity, true, '2024-01-01T12:30:00.5'],
  ['😀 אb e\u0301t_x', 0, -0, null, null],
];
const data = { in: { columns: DATA, rows: ROWS } };

/** The expected table: the input with other cells in one column. */
function withCells(
  name: string,
  cells: readonly JsonValue[],
  type: ColumnSchema['type'] = 'string',
): ExampleTable {
  const at = DATA.findIndex((column) => column.name === name);
  return {
    columns: DATA.with(at, { name, type }),
    rows: ROWS.map((row, index) => row.with(at, cells[index] ?? null)),
  };
}

function transform(
  title: string,
  config: NodeExample['config'] & { readonly column?: string },
  cells: readonly JsonValue[],
  type?: ColumnSchema['type'],
): NodeExample {
  const { column = 's' } = config;
  return {
    title,
    config: { column, ...config },
    inputs: data,
    expected: withCells(column, cells, type),
  };
}

/** Worked examples of `stringTransform`. */
export const stringTransformExamples: readonly NodeExample[] = [
  {
    ...transform(
      'Lower case of all of Unicode; a sigma at the end of a word has its own letter',
      { operation: 'lower', find: null, width: null, side: null },
      ["  o'neil straße 3d\t", null, '', 'ßa ǆ ﬁx ας', '😀 אb e\u0301t_x'],
    ),
    rules: ['text-case'],
  },
  {
    ...transform('Upper case of all of Unicode: ß becomes SS', { operation: 'upper' }, [
      "  O'NEIL STRASSE 3D\t",
      null,
      '',
      'SSA Ǆ FIX ΑΣ',
      '😀 אB E\u0301T_X',
    ]),
    rules: ['text-case'],
  },
  {
    ...transform('Title case: a letter after a non-letter starts a word', { operation: 'title' }, [
      "  O'Neil Straße 3D\t",
      null,
      '',
      'Ssa ǅ Fix Ας',
      '😀 אb E\u0301t_X',
    ]),
    rules: ['text-case'],
  },
  transform('The first letter as a capital', { operation: 'capitalize' }, [
    "  o'neil straße 3d\t",
    null,
    '',
    'Ssa ǆ ﬁx ας',
    '😀 אb e\u0301t_x',
  ]),
  transform('Without blanks at both ends', { operation: 'strip' }, [
    "o'NEIL straße 3d",
    null,
    '',
    'ßa ǆ ﬁx ΑΣ',
    '😀 אb e\u0301t_x',
  ]),
  transform('Without blanks at the start', { operation: 'lstrip' }, [
    "o'NEIL straße 3d\t",
    null,
    '',
    'ßa ǆ ﬁx ΑΣ',
    '😀 אb e\u0301t_x',
  ]),
  transform('Without blanks at the end', { operation: 'rstrip' }, [
    "  o'NEIL straße 3d",
    null,
    '',
    'ßa ǆ ﬁx ΑΣ',
    '😀 אb e\u0301t_x',
  ]),
  {
    ...transform(
      'The length counts code points; it is an integer',
      { operation: 'len' },
      [19, null, 0, 10, 10],
      'integer',
    ),
    rules: ['text-len'],
  },
  transform(
    'A literal part is replaced; the replacement has no groups',
    { operation: 'replace', find: 'a', replace_with: '$1.' },
    ["  o'NEIL str$1.ße 3d\t", null, '', 'ß$1. ǆ ﬁx ΑΣ', '😀 אb e\u0301t_x'],
  ),
  transform(
    'The former key of the replacement is read',
    { operation: 'replace', find: 'a', replace: '-' },
    ["  o'NEIL str-ße 3d\t", null, '', 'ß- ǆ ﬁx ΑΣ', '😀 אb e\u0301t_x'],
  ),
  transform(
    'replace_with wins over the former key',
    { operation: 'replace', find: 'a', replace: '-', replace_with: '' },
    ["  o'NEIL strße 3d\t", null, '', 'ß ǆ ﬁx ΑΣ', '😀 אb e\u0301t_x'],
  ),
  transform(
    'Without a replacement, the part is removed',
    { operation: 'replace', find: 'b e\u0301' },
    ["  o'NEIL straße 3d\t", null, '', 'ßa ǆ ﬁx ΑΣ', '😀 אt_x'],
  ),
  {
    ...transform(
      'Padding fills the left side and counts code points; longer texts stay',
      { operation: 'pad', width: 11, fill_char: '😀' },
      ["  o'NEIL straße 3d\t", null, '😀'.repeat(11), '😀ßa ǆ ﬁx ΑΣ', '😀😀 אb e\u0301t_x'],
    ),
    rules: ['text-len', 'config-default'],
  },
  {
    ...transform(
      'Integers become text first, here with zeros at the left',
      { column: 'n', operation: 'pad', width: 4, fill_char: '0', side: 'left' },
      ['0010', null, '9007199254740993', '00-1', '0000'],
    ),
    rules: ['cast-text', 'bigint'],
  },
  {
    ...transform(
      'Floats become text first, here with spaces at the right',
      { column: 'x', operation: 'pad', width: 4, side: 'right' },
      ['2.0 ', null, '2.5 ', 'inf ', '0.0 '],
    ),
    rules: ['cast-text'],
  },
  {
    ...transform('Booleans become text first', { column: 'ok', operation: 'upper' }, [
      'TRUE',
      null,
      'FALSE',
      'TRUE',
      null,
    ]),
    rules: ['cast-text'],
  },
  transform(
    'Dates become text first',
    { column: 'day', operation: 'len' },
    [19, null, null, 23, null],
    'integer',
  ),
  {
    title: 'Title case of several lines with letters that have a title case',
    config: { column: 'text', operation: 'title' },
    inputs: {
      in: {
        columns: [{ name: 'text', type: 'string' }],
        rows: [['ﬁx\n\nǆ ΑΣ\nß'], ['ß\n'], ['plain\ntext'], ['\n']],
      },
    },
    expected: {
      columns: [{ name: 'text', type: 'string' }],
      rows: [['Fix\n\nǅ Ας\nSs'], ['Ss\n'], ['Plain\nText'], ['\n']],
    },
  },
  {
    title: 'Title case: a combining mark belongs to its word, also the mark in the lower case of İ',
    config: { column: 'text', operation: 'title' },
    inputs: {
      in: {
        columns: [{ name: 'text', type: 'string' }],
        rows: [
          ['İSTANBUL İZMİR'],
          ['e\u0301t\u0301a-\u0301b'],
          ['ǰx ŉB ᾲx'],
          ['\u0301 a\nI\u0307I'],
        ],
      },
    },
    expected: {
      columns: [{ name: 'text', type: 'string' }],
      rows: [
        ['I\u0307stanbul I\u0307zmi\u0307r'],
        ['E\u0301t\u0301a-\u0301b'],
        ['J\u030cx ʼNb Ὰ\u0345x'],
        ['\u0301 A\nI\u0307i'],
      ],
    },
  },
  ...whiteSpaceExamples,
  {
    title: 'A table without rows',
    config: { column: 'x', operation: 'title' },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { ...withCells('x', []), rows: [] },
  },
  {
    title: 'Replacing without a text to find is an error',
    config: { column: 's', operation: 'replace', find: '' },
    inputs: data,
    expected: { error: /"find".*needs a text to find/ },
  },
  {
    title: 'A config without an operation is an error with the default of old',
    config: { column: 's' },
    inputs: data,
    expected: { error: /"operation" is missing.*default until now was "lower"/ },
  },
  {
    title: 'Padding without a width is an error',
    config: { column: 's', operation: 'pad' },
    inputs: data,
    expected: { error: /"width".*needs a width/ },
  },
  {
    title: 'A fill of several characters is an error',
    config: { column: 's', operation: 'pad', width: 3, fill_char: 'ab' },
    inputs: data,
    expected: { error: /"fill_char".*must be one character/ },
  },
  {
    title: 'A negative width is an error',
    config: { column: 's', operation: 'pad', width: -1 },
    inputs: data,
    expected: { error: /"width".*must be 0 or more/ },
  },
  {
    title: 'An unknown operation is an error with the nearest one',
    rules: ['errors'],
    config: { column: 's', operation: 'uppercase' },
    inputs: data,
    expected: { error: /"operation".*upper/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'dayy', operation: 'upper' },
    inputs: data,
    expected: { error: /dayy.*day/ },
  },
];
