import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const ORDERS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'string' },
];
const ORDER_ROWS: ExampleTable['rows'] = [
  [2, 'b'],
  [null, 'n'],
  [1, 'a'],
  [9007199254740993n, 'big'],
  [2, 'c'],
];
const PRICES: readonly ColumnSchema[] = [
  { name: 'id', type: 'float' },
  { name: 'name', type: 'string' },
  { name: 'paid', type: 'boolean' },
];
const PRICE_ROWS: ExampleTable['rows'] = [
  [null, 'x', true],
  [2, 'y', null],
  [3.5, 'z', false],
  [2, 'w', true],
];
const INPUTS = {
  left: { columns: ORDERS, rows: ORDER_ROWS },
  right: { columns: PRICES, rows: PRICE_ROWS },
};

const CODE_INPUTS = {
  left: INPUTS.left,
  right: {
    columns: [
      { name: 'code', type: 'string' },
      { name: 'id', type: 'integer' },
    ],
    rows: [
      ['b', 2],
      ['b', 1],
      ['big', 9007199254740992n],
    ],
  },
} satisfies Record<string, ExampleTable>;
const CODED_ORDERS: readonly ColumnSchema[] = [...ORDERS, { name: 'code', type: 'string' }];

const PERIOD: readonly ColumnSchema[] = [
  { name: 'country', type: 'string' },
  { name: 'region', type: 'string' },
  { name: 'year', type: 'integer' },
  { name: 'month', type: 'integer' },
];
const NULL_KEYS = {
  left: {
    columns: [...PERIOD, { name: 'sold', type: 'integer' }],
    rows: [
      [null, null, null, null, 1],
      [null, null, null, null, 2],
    ],
  },
  right: {
    columns: [...PERIOD, { name: 'planned', type: 'integer' }],
    rows: [
      [null, null, null, null, 3],
      [null, null, null, null, 4],
    ],
  },
} satisfies Record<string, ExampleTable>;

/** Worked examples of `join`. */
export const joinExamples: readonly NodeExample[] = [
  {
    title: 'Integers match floats, null matches nothing, shared names get suffixes',
    rules: ['join-type', 'join-null', 'join-suffix', 'join-order', 'config-default'],
    config: { on: 'id', how: 'left' },
    inputs: INPUTS,
    expected: {
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'name_x', type: 'string' },
        { name: 'name_y', type: 'string' },
        { name: 'paid', type: 'boolean' },
      ],
      rows: [
        [2, 'b', 'y', null],
        [2, 'b', 'w', true],
        [null, 'n', null, null],
        [1, 'a', null, null],
        [9007199254740993n, 'big', null, null],
        [2, 'c', 'y', null],
        [2, 'c', 'w', true],
      ],
    },
  },
  {
    title: 'An outer join keeps all rows of both sides',
    rules: ['join-null'],
    config: { on: ['name'], how: 'outer', suffixes: ['_left', '_right'] },
    inputs: {
      left: { columns: ORDERS, rows: ORDER_ROWS.slice(0, 3) },
      right: {
        columns: ORDERS,
        rows: [
          [7, 'a'],
          [8, null],
          [9, 'q'],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'id_left', type: 'integer' },
        { name: 'name', type: 'string' },
        { name: 'id_right', type: 'integer' },
      ],
      rows: [
        [2, 'b', null],
        [null, 'n', null],
        [1, 'a', 7],
        [null, null, 8],
        [null, 'q', 9],
      ],
    },
  },
  {
    title: 'An integer and a float key with the same name become float in an outer join',
    config: { on: 'id', how: 'outer' },
    inputs: {
      left: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [null], [2]] },
      right: { columns: [{ name: 'id', type: 'float' }], rows: [[2], [2.5], [null]] },
    },
    expected: {
      columns: [{ name: 'id', type: 'float' }],
      rows: [[1], [null], [2], [2.5], [null]],
    },
  },
  {
    title: 'A shared key keeps its left position in a right join',
    rules: ['join-cols'],
    config: { on: 'name', how: 'right' },
    inputs: {
      left: { columns: ORDERS, rows: ORDER_ROWS },
      right: {
        columns: [
          { name: 'paid', type: 'boolean' },
          { name: 'name', type: 'string' },
        ],
        rows: [
          [true, 'c'],
          [null, null],
        ],
      },
    },
    expected: {
      columns: [...ORDERS, { name: 'paid', type: 'boolean' }],
      rows: [
        [2, 'c', true],
        [null, null, null],
      ],
    },
  },
  {
    title: 'A semi join keeps each left row with a match once',
    rules: ['join-order'],
    config: { on: 'id', how: 'semi' },
    inputs: INPUTS,
    expected: {
      columns: ORDERS,
      rows: [
        [2, 'b'],
        [2, 'c'],
      ],
    },
  },
  {
    title: 'Keys with different names are both kept; a right join is in right order',
    rules: ['join-cols'],
    config: { left_on: 'name', right_on: ['code'], how: 'right' },
    inputs: {
      left: { columns: ORDERS, rows: ORDER_ROWS },
      right: { columns: [{ name: 'code', type: 'string' }], rows: [['c'], [null], ['b']] },
    },
    expected: {
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'string' },
        { name: 'code', type: 'string' },
      ],
      rows: [
        [2, 'c', 'c'],
        [null, null, null],
        [2, 'b', 'b'],
      ],
    },
  },
  {
    title: 'Two keys, one of them with the same name',
    config: { left_on: ['id', 'name'], right_on: ['id', 'code'], how: 'inner' },
    inputs: CODE_INPUTS,
    expected: { columns: CODED_ORDERS, rows: [[2, 'b', 'b']] },
  },
  {
    title: 'A key with the same name has the value of the right side in a right join',
    config: { left_on: ['id', 'name'], right_on: ['id', 'code'], how: 'right' },
    inputs: CODE_INPUTS,
    expected: {
      columns: CODED_ORDERS,
      rows: [
        [2, 'b', 'b'],
        [1, null, 'b'],
        [9007199254740992n, null, 'big'],
      ],
    },
  },
  {
    title: 'A key with the same name has the value of the side that has the row in an outer join',
    rules: ['bigint'],
    config: { left_on: ['id', 'name'], right_on: ['id', 'code'], how: 'outer' },
    inputs: CODE_INPUTS,
    expected: {
      columns: CODED_ORDERS,
      rows: [
        [2, 'b', 'b'],
        [null, 'n', null],
        [1, 'a', null],
        [9007199254740993n, 'big', null],
        [2, 'c', null],
        [1, null, 'b'],
        [9007199254740992n, null, 'big'],
      ],
    },
  },
  {
    title: 'An anti join keeps the left rows without a match, including null keys',
    rules: ['join-null', 'join-order'],
    config: { on: 'id', how: 'anti' },
    inputs: INPUTS,
    expected: {
      columns: ORDERS,
      rows: [
        [null, 'n'],
        [1, 'a'],
        [9007199254740993n, 'big'],
      ],
    },
  },
  {
    title: 'Four null keys match nothing',
    config: { on: ['country', 'region', 'year', 'month'], how: 'left' },
    inputs: NULL_KEYS,
    expected: {
      columns: [...PERIOD, { name: 'sold', type: 'integer' }, { name: 'planned', type: 'integer' }],
      rows: [
        [null, null, null, null, 1, null],
        [null, null, null, null, 2, null],
      ],
    },
  },
  {
    title: 'An outer join keeps the rows of both sides with four null keys',
    config: { on: ['country', 'region', 'year', 'month'], how: 'outer' },
    inputs: NULL_KEYS,
    expected: {
      columns: [...PERIOD, { name: 'sold', type: 'integer' }, { name: 'planned', type: 'integer' }],
      rows: [
        [null, null, null, null, 1, null],
        [null, null, null, null, 2, null],
        [null, null, null, null, null, 3],
        [null, null, null, null, null, 4],
      ],
    },
  },
  {
    title: 'Keys of number and text are an error',
    rules: ['join-type', 'errors'],
    config: { left_on: 'id', right_on: 'name' },
    inputs: INPUTS,
    expected: { error: /"id" \(integer\) and "name" \(string\) cannot be equal/ },
  },
  {
    title: 'An unknown key is an error with the input and the nearest name',
    rules: ['missing-column', 'errors'],
    config: { on: 'names' },
    inputs: INPUTS,
    expected: { error: /left input: .*no column "names".*"name"/ },
  },
  {
    title: 'A key that is named twice is an error',
    rules: ['dup-columns'],
    config: { on: ['id', 'id'] },
    inputs: INPUTS,
    expected: { error: /"id" occurs more than once/ },
  },
];
