import type { NodeExample } from '../../definition.ts';

export const concatRowsExamples: readonly NodeExample[] = [
  {
    title: 'Columns are matched by name; integers and floats become floats',
    rules: ['supertype', 'bigint'],
    config: {},
    inputs: {
      in: [
        {
          columns: [
            { name: 'id', type: 'integer' },
            { name: 'amount', type: 'integer' },
          ],
          rows: [
            [9007199254740993n, 1],
            [null, null],
          ],
        },
        {
          columns: [
            { name: 'amount', type: 'float' },
            { name: 'day', type: 'datetime' },
            { name: 'id', type: 'integer' },
          ],
          rows: [[2.5, '2024-02-29T00:00:00', 7]],
        },
        { columns: [{ name: 'paid', type: 'boolean' }], rows: [[true]] },
      ],
    },
    expected: {
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'amount', type: 'float' },
        { name: 'day', type: 'datetime' },
        { name: 'paid', type: 'boolean' },
      ],
      rows: [
        [9007199254740993n, 1, null, null],
        [null, null, null, null],
        [7, 2.5, '2024-02-29T00:00:00', null],
        [null, null, null, true],
      ],
    },
  },
  {
    title: 'Other combinations of types become text',
    rules: ['supertype', 'cast-text'],
    config: {},
    inputs: {
      in: [
        { columns: [{ name: 'x', type: 'string' }], rows: [['a'], [null], ['']] },
        { columns: [{ name: 'x', type: 'integer' }], rows: [[10], [null]] },
        { columns: [{ name: 'x', type: 'float' }], rows: [[2.5], [2]] },
        { columns: [{ name: 'x', type: 'boolean' }], rows: [[true], [null]] },
        { columns: [{ name: 'x', type: 'datetime' }], rows: [['2024-02-29T00:00:00']] },
      ],
    },
    expected: {
      columns: [{ name: 'x', type: 'string' }],
      rows: [
        ['a'],
        [null],
        [''],
        ['10'],
        [null],
        ['2.5'],
        ['2.0'],
        ['true'],
        [null],
        ['2024-02-29 00:00:00'],
      ],
    },
  },
  {
    title: 'An empty input contributes its columns',
    config: {},
    inputs: {
      in: [
        { columns: [{ name: 'a', type: 'integer' }], rows: [] },
        { columns: [{ name: 'b', type: 'string' }], rows: [['x']] },
      ],
    },
    expected: {
      columns: [
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'string' },
      ],
      rows: [[null, 'x']],
    },
  },
  {
    title: 'A single input is returned unchanged',
    config: {},
    inputs: { in: [{ columns: [{ name: '*', type: 'boolean' }], rows: [[false]] }] },
    expected: { columns: [{ name: '*', type: 'boolean' }], rows: [[false]] },
  },
];
