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
    rules: ['explode', 'bigint', 'config-default'],
    config: { column: 'tags' },
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
    config: { column: 'none' },
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
    config: { column: 'tags' },
    inputs: { in: { columns: POSTS, rows: [] } },
    expected: { columns: POSTS, rows: [] },
  },
  {
    title: 'Odd column names are kept',
    config: { column: '^a$' },
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
    title: 'An empty delimiter is an error',
    config: { column: 'tags', delimiter: '' },
    inputs: { in: { columns: POSTS, rows: [[1, 'a']] } },
    expected: { error: /"delimiter".*at least one character/ },
  },
];
