import type { NodeExample } from '../../definition.ts';

export const selectColumnsExamples: readonly NodeExample[] = [
  {
    title: 'Two of three columns in another order',
    config: { columns: ['city', 'id'] },
    inputs: {
      in: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'note', type: 'string' },
          { name: 'city', type: 'string' },
        ],
        rows: [
          [1, 'x', 'Oslo'],
          [2, null, ''],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'city', type: 'string' },
        { name: 'id', type: 'integer' },
      ],
      rows: [
        ['Oslo', 1],
        ['', 2],
      ],
    },
  },
  {
    title: 'Names that look like patterns are matched exactly',
    config: { columns: ['^a.*$', '*'] },
    inputs: {
      in: {
        columns: [
          { name: 'ab', type: 'integer' },
          { name: '*', type: 'integer' },
          { name: '^a.*$', type: 'integer' },
        ],
        rows: [[1, 2, 3]],
      },
    },
    expected: {
      columns: [
        { name: '^a.*$', type: 'integer' },
        { name: '*', type: 'integer' },
      ],
      rows: [[3, 2]],
    },
  },
  {
    title: 'An error about an unknown column suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { columns: ['citty'] },
    inputs: { in: { columns: [{ name: 'city', type: 'string' }], rows: [['Oslo']] } },
    expected: { error: /no column "citty".*"city"/ },
  },
  {
    title: 'A column that is named twice is an error',
    rules: ['dup-columns'],
    config: { columns: ['city', 'city'] },
    inputs: { in: { columns: [{ name: 'city', type: 'string' }], rows: [['Oslo']] } },
    expected: { error: /"city" occurs more than once/ },
  },
];
