import type { NodeExample } from '../../definition.ts';

export const limitRowsExamples: readonly NodeExample[] = [
  {
    title: 'Two rows after the first',
    config: { n: 2, offset: 1 },
    inputs: {
      in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [null], [3], [4]] },
    },
    expected: { columns: [{ name: 'id', type: 'integer' }], rows: [[null], [3]] },
  },
  {
    title: 'A limit beyond the number of rows',
    rules: ['config-default'],
    config: { n: 10 },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2]] } },
    expected: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2]] },
  },
  {
    title: 'More rows than any table has keep all',
    config: { n: 4_294_967_297 },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2], [3]] } },
    expected: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2], [3]] },
  },
  {
    title: 'An offset past the end yields no rows',
    config: { n: 1, offset: 5 },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1]] } },
    expected: { columns: [{ name: 'id', type: 'integer' }], rows: [] },
  },
  {
    title: 'A negative number is an error',
    rules: ['errors'],
    config: { n: -1 },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1]] } },
    expected: { error: /"n".*0 or more/ },
  },
];
