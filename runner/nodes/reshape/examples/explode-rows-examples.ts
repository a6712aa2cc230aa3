import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const POSTS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'tags', type: 'string' },
];

/** Worked examples of `explodeRows`. */
export const explodeRowsExamples: readonly NodeExample[] = [
  {
    title: 'A row for each part: null and an empty text stay one row, and nothing is trimmed',
    rules: ['explode', 'bigint'],
    config: { column: 'tags', delimiter: ',' },
    inputs: {
      in: {
        columns: POSTS,
        rows: [
          [9007199254740993n, 'a, b,a'],
          [2, null],
          [null, ''],
          [4, ',x,'],
          [2, 'plain'],
        ],
      },
    },
    expected: {
      columns: POSTS,
      rows: [
        [9007199254740993n, 'a'],
        [9007199254740993n, ' b'],
        [9007199254740993n, 'a'],
        [2, null],
        [null, ''],
        [4, ''],
        [4, 'x'],
        [4, ''],
        [2, 'plain'],
      ],
    },
  },
  {
    title: 'The delimiter is literal, also where it looks like a pattern',
    rules: ['explode'],
    config: { column: 'tags', delimiter: '.*' },
    inputs: {
      in: {
        columns: POSTS,
        rows: [
          [1, 'a.*b'],
          [2, 'a.b*c'],
        ],
      },
    },
    expected: {
      columns: POSTS,
      rows: [
        [1, 'a'],
        [1, 'b'],
        [2, 'a.b*c'],
      ],
    },
  },
  {
    title: 'A single blank, a bar or an emoji can be the delimiter',
    config: { column: 'tags', delimiter: '😀' },
    inputs: { in: { columns: POSTS, rows: [[1, 'é😀ß  x😀😀']] } },
    expected: {
      columns: POSTS,
      rows: [
        [1, 'é'],
        [1, 'ß  x'],
        [1, ''],
        [1, ''],
      ],
    },
  },
  {
    title: 'Blanks as delimiter keep empty parts',
    config: { column: 'tags', delimiter: ' ' },
    inputs: { in: { columns: POSTS, rows: [[1, ' a  b']] } },
    expected: {
      columns: POSTS,
      rows: [
        [1, ''],
        [1, 'a'],
        [1, ''],
        [1, 'b'],
      ],
    },
  },
  {
    title: 'Numbers become text first',
    rules: ['cast-text'],
    config: { column: 'price', delimiter: '.' },
    inputs: {
      in: { columns: [{ name: 'price', type: 'float' }], rows: [[2.5], [null], [10]] },
    },
    expected: {
      columns: [{ name: 'price', type: 'string' }],
      rows: [['2'], ['5'], [null], ['10'], ['0']],
    },
  },
  {
    title: 'A column of nulls stays nulls, as text',
    config: { column: 'none', delimiter: ',' },
    inputs: {
      in: {
        columns: [
          { name: 'none', type: 'null' },
          { name: 'id', type: 'integer' },
        ],
        rows: [
          [null, 1],
          [null, 2],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'none', type: 'string' },
        { name: 'id', type: 'integer' },
      ],
      rows: [
        [null, 1],
        [null, 2],
      ],
    },
  },
  {
    title: 'A table without rows stays without rows',
    config: { column: 'tags', delimiter: ',' },
    inputs: { in: { columns: POSTS, rows: [] } },
    expected: { columns: POSTS, rows: [] },
  },
  {
    title: 'Odd column names are kept',
    config: { column: '^a$', delimiter: ',' },
    inputs: {
      in: {
        columns: [
          { name: '*', type: 'boolean' },
          { name: '^a$', type: 'string' },
          { name: 'self', type: 'datetime' },
        ],
        rows: [[true, 'x,y', '2024-02-29T00:00:00']],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'boolean' },
        { name: '^a$', type: 'string' },
        { name: 'self', type: 'datetime' },
      ],
      rows: [
        [true, 'x', '2024-02-29T00:00:00'],
        [true, 'y', '2024-02-29T00:00:00'],
      ],
    },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'tag' },
    inputs: { in: { columns: POSTS, rows: [[1, 'a']] } },
    expected: { error: /"tag".*"tags"/ },
  },
  {
    title: 'A JSON array gives a row for each element, and a delimiter does not cut it',
    rules: ['explode'],
    config: { column: 'tags', delimiter: ',' },
    inputs: {
      in: {
        columns: POSTS,
        rows: [
          [1, '["a","b, c"]'],
          [2, 'd,e'],
          [3, '[]'],
          [4, null],
          [5, ' [ "ä\\n" , null ] '],
          [6, '[1, 2'],
          [7, '[NaN,1]'],
        ],
      },
    },
    expected: {
      columns: POSTS,
      rows: [
        [1, 'a'],
        [1, 'b, c'],
        [2, 'd'],
        [2, 'e'],
        [3, null],
        [4, null],
        [5, 'ä\n'],
        [5, null],
        [6, '[1'],
        [6, ' 2'],
        [7, '[NaN'],
        [7, '1]'],
      ],
    },
  },
  {
    title: 'Without a delimiter each text is a JSON array, whose elements are as they are written',
    rules: ['explode', 'config-default'],
    config: { column: 'tags' },
    inputs: {
      in: {
        columns: POSTS,
        rows: [
          [9007199254740993n, '[9007199254740993, 1.10, -1e400, true]'],
          [null, '[{"k": [1, "]"]}, ["x,y"], []]'],
          [3, ''],
          [4, null],
          [5, '["", "\\ud83d\\ude00 \\"q\\"", "null"]'],
        ],
      },
    },
    expected: {
      columns: POSTS,
      rows: [
        [9007199254740993n, '9007199254740993'],
        [9007199254740993n, '1.10'],
        [9007199254740993n, '-1e400'],
        [9007199254740993n, 'true'],
        [null, '{"k": [1, "]"]}'],
        [null, '["x,y"]'],
        [null, '[]'],
        [3, ''],
        [4, null],
        [5, ''],
        [5, '😀 "q"'],
        [5, 'null'],
      ],
    },
  },
  {
    title: 'A delimiter null or empty stands for none, also beside odd names',
    config: { column: '^a$', delimiter: null },
    inputs: {
      in: {
        columns: [
          { name: '*', type: 'boolean' },
          { name: '^a$', type: 'string' },
        ],
        rows: [[true, '["x","y"]']],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'boolean' },
        { name: '^a$', type: 'string' },
      ],
      rows: [
        [true, 'x'],
        [true, 'y'],
      ],
    },
  },
  {
    title: 'Without a delimiter a text that is no JSON array is an error that names the cell',
    rules: ['errors'],
    config: { column: 'tags', delimiter: '' },
    inputs: {
      in: {
        columns: POSTS,
        rows: [
          [1, '["a"]'],
          [2, 'a,b'],
        ],
      },
    },
    expected: { error: /Column "tags", row 2 of the input: "a,b" is no JSON array.*"delimiter"/ },
  },
];
