import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const ZEROS: readonly ColumnSchema[] = [
  { name: 'x', type: 'float' },
  { name: 'k', type: 'string' },
];

export const removeDuplicatesExamples: readonly NodeExample[] = [
  {
    title: 'The first of equal rows is kept; nulls are equal',
    rules: ['group-null', 'config-default'],
    config: {},
    inputs: {
      in: {
        columns: [
          { name: 'k', type: 'string' },
          { name: 'v', type: 'float' },
        ],
        rows: [
          ['a', 1.5],
          [null, null],
          ['a', 1.5],
          [null, null],
          ['', null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'k', type: 'string' },
        { name: 'v', type: 'float' },
      ],
      rows: [
        ['a', 1.5],
        [null, null],
        ['', null],
      ],
    },
  },
  {
    title: 'The last row for each value of a column, exact beyond 2^53',
    rules: ['bigint'],
    config: { subset: ['id'], keep: 'last' },
    inputs: {
      in: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'no', type: 'integer' },
        ],
        rows: [
          [9007199254740993n, 1],
          [9007199254740992n, 2],
          [9007199254740993n, 3],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'no', type: 'integer' },
      ],
      rows: [
        [9007199254740992n, 2],
        [9007199254740993n, 3],
      ],
    },
  },
  {
    title: 'Only rows without duplicates are kept',
    config: { subset: ['k'], keep: false },
    inputs: { in: { columns: [{ name: 'k', type: 'boolean' }], rows: [[true], [null], [true]] } },
    expected: { columns: [{ name: 'k', type: 'boolean' }], rows: [[null]] },
  },
  {
    title: 'Zeros of both signs are equal, also where only rows without duplicates are kept',
    config: { keep: false },
    inputs: {
      in: {
        columns: ZEROS,
        rows: [
          [0, 'a'],
          [-0, 'a'],
          [0, 'b'],
          [-0, 'c'],
          [null, 'a'],
          [null, 'a'],
          [Infinity, 'a'],
          [-Infinity, 'a'],
        ],
      },
    },
    expected: {
      columns: ZEROS,
      rows: [
        [0, 'b'],
        [-0, 'c'],
        [Infinity, 'a'],
        [-Infinity, 'a'],
      ],
    },
  },
  {
    title: 'Zeros of both signs in one column are equal',
    config: { subset: ['x'], keep: false },
    inputs: {
      in: {
        columns: ZEROS,
        rows: [
          [-0, 'a'],
          [null, 'b'],
          [0, 'c'],
          [1, 'd'],
        ],
      },
    },
    expected: {
      columns: ZEROS,
      rows: [
        [null, 'b'],
        [1, 'd'],
      ],
    },
  },
  {
    title: 'The last of zeros of both signs is kept as it is',
    config: { subset: ['x'], keep: 'last' },
    inputs: {
      in: {
        columns: ZEROS,
        rows: [
          [0, 'a'],
          [1, 'b'],
          [-0, 'c'],
        ],
      },
    },
    expected: {
      columns: ZEROS,
      rows: [
        [1, 'b'],
        [-0, 'c'],
      ],
    },
  },
  {
    title: 'An unknown column is an error',
    rules: ['missing-column', 'errors'],
    config: { subset: ['key'] },
    inputs: { in: { columns: [{ name: 'kay', type: 'string' }], rows: [] } },
    expected: { error: /no column "key".*"kay"/ },
  },
];
