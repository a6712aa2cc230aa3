import type { ExampleTable, NodeExample } from '../../definition.ts';
import { asofJoinKeyExamples } from './asof-join-key-examples.ts';
import { integers, KEY_COLUMNS, ORDERS, PRICES, WITH_PRICE } from './asof-join-tables.ts';

/** The orders with a price each. */
function withPrices(prices: readonly (number | null)[]): ExampleTable {
  return {
    columns: WITH_PRICE,
    rows: ORDERS.rows.map((row, index) => [...row, prices[index] ?? null]),
  };
}

/** Worked examples of `asofJoin`. */
export const asofJoinExamples: readonly NodeExample[] = [
  {
    title:
      'The last price up to each order; of equal times the last row; a null key matches nothing',
    rules: ['join-null', 'join-order', 'config-default'],
    config: { on: 'at', by: ['share'] },
    inputs: { left: ORDERS, right: PRICES },
    expected: withPrices([null, 1.5, null, null, null, 2.5]),
  },
  {
    title: 'The next price from each order on; of equal times the first row',
    config: { on: 'at', by: ['share'], direction: 'forward' },
    inputs: { left: ORDERS, right: PRICES },
    expected: withPrices([7, 2.5, 1.5, null, null, null]),
  },
  {
    title: 'The nearest price within a tolerance; of two at one distance the earlier one',
    config: {
      on: 'at',
      by: ['share'],
      direction: 'nearest',
      tolerance: 5,
      tolerance_unit: 'minutes',
    },
    inputs: { left: ORDERS, right: PRICES },
    expected: withPrices([null, 1.5, null, null, null, null]),
  },
  {
    title: 'Keys of the left input are kept; columns that both inputs have get suffixes',
    rules: ['join-suffix', 'join-cols'],
    config: { on: 'at', suffixes: ['', '_price'] },
    inputs: { left: ORDERS, right: PRICES },
    expected: {
      columns: [...WITH_PRICE, { name: 'share_price', type: 'string' }],
      rows: ORDERS.rows.map((row, index) => [
        ...row,
        ...([
          [null, 'b'],
          [9, null],
          [null, null],
          [9, null],
          [null, null],
          [null, 'b'],
        ][index] ?? []),
      ]),
    },
  },
  {
    title: 'Integers beyond 2^53 are compared exactly, and so are their distances',
    rules: ['bigint'],
    config: { on: 'key', direction: 'nearest', tolerance: 2.9 },
    inputs: {
      left: integers('left', [9007199254740993n, 10, null, -9007199254740993n]),
      right: integers('right', [9007199254740992n, 9007199254740995n, 7, 12, null, 11]),
    },
    expected: {
      columns: KEY_COLUMNS,
      rows: [
        [9007199254740993n, 0, 0],
        [10, 1, 5],
        [null, 2, null],
        [-9007199254740993n, 3, null],
      ],
    },
  },
  {
    title: 'Floats: an infinity is next to itself; -0 equals 0',
    config: { on: 'key', direction: 'nearest', tolerance: 0.5 },
    inputs: {
      left: {
        columns: [
          { name: 'key', type: 'float' },
          { name: 'left', type: 'integer' },
        ],
        rows: [
          [Infinity, 1],
          [0, 2],
          [1.5, 3],
          [-Infinity, 4],
        ],
      },
      right: {
        columns: [
          { name: 'key', type: 'float' },
          { name: 'right', type: 'string' },
        ],
        rows: [
          [1, 'one'],
          [Infinity, 'infinity'],
          [-0, 'zero'],
          [2, 'two'],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'key', type: 'float' },
        { name: 'left', type: 'integer' },
        { name: 'right', type: 'string' },
      ],
      rows: [
        [Infinity, 1, 'infinity'],
        [0, 2, 'zero'],
        [1.5, 3, 'one'],
        [-Infinity, 4, null],
      ],
    },
  },
  {
    title: 'Several equal keys, odd names and text beyond the basic plane',
    config: { on: '^t$', by: ['*', 'a "b"'], direction: 'forward' },
    inputs: {
      left: {
        columns: [
          { name: '*', type: 'string' },
          { name: '^t$', type: 'integer' },
          { name: 'a "b"', type: 'boolean' },
        ],
        rows: [
          ['😀', 1, true],
          ['', 1, false],
          ['😀', 1, null],
        ],
      },
      right: {
        columns: [
          { name: 'a "b"', type: 'boolean' },
          { name: '*', type: 'string' },
          { name: '^t$', type: 'integer' },
          { name: 'left row', type: 'integer' },
        ],
        rows: [
          [true, '😀', 2, 1],
          [true, '😀', 1, 2],
          [false, '', 0, 3],
          [null, '😀', 1, 4],
        ],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'string' },
        { name: '^t$', type: 'integer' },
        { name: 'a "b"', type: 'boolean' },
        { name: 'left row', type: 'integer' },
      ],
      rows: [
        ['😀', 1, true, 2],
        ['', 1, false, null],
        ['😀', 1, null, null],
      ],
    },
  },
  {
    title: 'A left table without rows stays without rows',
    config: { on: 'at' },
    inputs: { left: { ...ORDERS, rows: [] }, right: PRICES },
    expected: {
      columns: [
        { name: 'share_x', type: 'string' },
        { name: 'at', type: 'datetime' },
        { name: 'n', type: 'integer' },
        { name: 'price', type: 'float' },
        { name: 'share_y', type: 'string' },
      ],
      rows: [],
    },
  },
  {
    title: 'A right table without rows has no match',
    config: { on: 'at', by: ['share'], direction: 'nearest' },
    inputs: { left: ORDERS, right: { ...PRICES, rows: [] } },
    expected: withPrices([]),
  },
  {
    title: 'A key without a value has no match',
    config: { on: 'key' },
    inputs: {
      left: integers('left', [1, 2]),
      right: {
        columns: [
          { name: 'key', type: 'null' },
          { name: 'right', type: 'integer' },
        ],
        rows: [[null, 1]],
      },
    },
    expected: {
      columns: KEY_COLUMNS,
      rows: [
        [1, 0, null],
        [2, 1, null],
      ],
    },
  },
  {
    title: 'A negative tolerance is an error',
    config: { on: 'at', tolerance: -1 },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"tolerance".*must be 0 or more/ },
  },
  ...asofJoinKeyExamples,
];
