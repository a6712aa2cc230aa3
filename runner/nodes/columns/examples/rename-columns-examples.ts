import type { NodeExample } from '../../definition.ts';

export const renameColumnsExamples: readonly NodeExample[] = [
  {
    title: 'Two names are swapped',
    config: { mapping: { a: 'b', b: 'a' } },
    inputs: {
      in: {
        columns: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'float' },
          { name: 'c', type: 'string' },
        ],
        rows: [[1, 2.5, 'x']],
      },
    },
    expected: {
      columns: [
        { name: 'b', type: 'integer' },
        { name: 'a', type: 'float' },
        { name: 'c', type: 'string' },
      ],
      rows: [[1, 2.5, 'x']],
    },
  },
  {
    title: 'Names of JavaScript object members',
    config: { mapping: { ['__proto__']: 'toString', constructor: '__proto__' } },
    inputs: {
      in: {
        columns: [
          { name: '__proto__', type: 'integer' },
          { name: 'constructor', type: 'float' },
          { name: 'valueOf', type: 'string' },
        ],
        rows: [[1, 2.5, 'x']],
      },
    },
    expected: {
      columns: [
        { name: 'toString', type: 'integer' },
        { name: '__proto__', type: 'float' },
        { name: 'valueOf', type: 'string' },
      ],
      rows: [[1, 2.5, 'x']],
    },
  },
  {
    title: 'An existing name is an error',
    rules: ['dup-columns'],
    config: { mapping: { a: 'b' } },
    inputs: {
      in: {
        columns: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'integer' },
        ],
        rows: [[1, 2]],
      },
    },
    expected: { error: /"b" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error',
    rules: ['missing-column', 'errors'],
    config: { mapping: { amont: 'total' } },
    inputs: { in: { columns: [{ name: 'amount', type: 'integer' }], rows: [[1]] } },
    expected: { error: /no column "amont".*"amount"/ },
  },
];
