import type { ExampleTable, NodeExample } from '../../definition.ts';

const SIZES: ExampleTable = {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'size', type: 'string' },
  ],
  rows: [
    [9007199254740993n, 'S'],
    [null, 'größe'],
  ],
};
const COLOURS: ExampleTable = {
  columns: [
    { name: 'colour', type: 'string' },
    { name: 'id', type: 'float' },
  ],
  rows: [
    ['red', 0.5],
    [null, null],
    ['red', 0.5],
  ],
};
const RESULT: ExampleTable = {
  columns: [
    { name: 'id_x', type: 'integer' },
    { name: 'size', type: 'string' },
    { name: 'colour', type: 'string' },
    { name: 'id_y', type: 'float' },
  ],
  rows: [
    [9007199254740993n, 'S', 'red', 0.5],
    [9007199254740993n, 'S', null, null],
    [9007199254740993n, 'S', 'red', 0.5],
    [null, 'größe', 'red', 0.5],
    [null, 'größe', null, null],
    [null, 'größe', 'red', 0.5],
  ],
};

/** Worked examples of `crossJoin`. */
export const crossJoinExamples: readonly NodeExample[] = [
  {
    title: 'All right rows for each left row; both sides of an overlap get their suffix',
    rules: ['join-suffix', 'join-cols', 'join-order', 'bigint', 'config-default'],
    config: {},
    inputs: { left: SIZES, right: COLOURS },
    expected: RESULT,
  },
  {
    title: 'Own suffixes',
    config: { suffixes: ['', '_right'], max_rows: 2 },
    inputs: { left: SIZES, right: { ...COLOURS, rows: COLOURS.rows.slice(0, 1) } },
    expected: {
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'size', type: 'string' },
        { name: 'colour', type: 'string' },
        { name: 'id_right', type: 'float' },
      ],
      rows: [
        [9007199254740993n, 'S', 'red', 0.5],
        [null, 'größe', 'red', 0.5],
      ],
    },
  },
  {
    title: 'An input without rows yields no rows',
    config: {},
    inputs: { left: SIZES, right: { ...COLOURS, rows: [] } },
    expected: { ...RESULT, rows: [] },
  },
  {
    title: 'Odd column names are kept',
    config: {},
    inputs: {
      left: { columns: [{ name: '*', type: 'boolean' }], rows: [[true], [null]] },
      right: {
        columns: [
          { name: '^key$', type: 'datetime' },
          { name: 'key', type: 'null' },
        ],
        rows: [['2024-02-29T00:00:00', null]],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'boolean' },
        { name: '^key$', type: 'datetime' },
        { name: 'key', type: 'null' },
      ],
      rows: [
        [true, '2024-02-29T00:00:00', null],
        [null, '2024-02-29T00:00:00', null],
      ],
    },
  },
  {
    title: 'Suffixes that make a name occur twice are an error',
    rules: ['dup-columns', 'errors'],
    config: { suffixes: ['', ''] },
    inputs: { left: SIZES, right: COLOURS },
    expected: { error: /"id" occurs more than once/ },
  },
];
