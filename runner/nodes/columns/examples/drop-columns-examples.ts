import type { NodeExample } from '../../definition.ts';

export const dropColumnsExamples: readonly NodeExample[] = [
  {
    title: 'One of three columns',
    config: { columns: ['note'] },
    inputs: {
      in: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'note', type: 'string' },
          { name: 'paid', type: 'boolean' },
        ],
        rows: [
          [1, 'x', true],
          [2, null, null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'paid', type: 'boolean' },
      ],
      rows: [
        [1, true],
        [2, null],
      ],
    },
  },
  {
    title: 'A column named like the wildcard',
    config: { columns: ['*'] },
    inputs: {
      in: {
        columns: [
          { name: 'a', type: 'integer' },
          { name: '*', type: 'integer' },
        ],
        rows: [[1, 2]],
      },
    },
    expected: { columns: [{ name: 'a', type: 'integer' }], rows: [[1]] },
  },
  {
    title: 'An unknown column is an error',
    rules: ['missing-column', 'errors'],
    config: { columns: ['nott'] },
    inputs: { in: { columns: [{ name: 'note', type: 'string' }], rows: [['x']] } },
    expected: { error: /no column "nott".*"note"/ },
  },
];
