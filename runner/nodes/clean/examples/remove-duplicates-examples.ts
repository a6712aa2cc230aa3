import type { NodeExample } from '../../definition.ts';

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
    title: 'An unknown column is an error',
    rules: ['missing-column', 'errors'],
    config: { subset: ['key'] },
    inputs: { in: { columns: [{ name: 'kay', type: 'string' }], rows: [] } },
    expected: { error: /no column "key".*"kay"/ },
  },
];
