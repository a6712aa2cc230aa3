import type { NodeExample } from '../../definition.ts';
import {
  integers,
  KEY_COLUMNS,
  NAMED_PRICES,
  ORDERS,
  PRICES,
  WITH_PRICE,
} from './asof-join-tables.ts';

const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);

/** Worked examples of `asofJoin` on the names and types of keys. */
export const asofJoinKeyExamples: readonly NodeExample[] = [
  {
    title: 'Keys with different names occur twice; the right ones are null without a match',
    rules: ['join-cols'],
    config: {
      left_on: 'at',
      right_on: 'since',
      left_by: ['share'],
      right_by: ['name'],
      tolerance: 2,
      tolerance_unit: 'minutes',
    },
    inputs: { left: ORDERS, right: NAMED_PRICES },
    expected: {
      columns: [...ORDERS.columns, ...NAMED_PRICES.columns],
      rows: ORDERS.rows.map((row, index) => [
        ...row,
        ...([
          [null, '2024-03-01T10:05:00', 'b'],
          [1.5, '2024-03-01T10:01:00', 'a'],
        ][index] ?? [null, null, null]),
      ]),
    },
  },
  {
    title: 'A right key with the name of another left column gets a suffix, as that column does',
    rules: ['join-suffix', 'config-default'],
    config: { left_on: 'key', right_on: 'left', direction: 'nearest' },
    inputs: {
      left: integers('left', [3, null, 5]),
      right: integers('left', [10, 20, null, 40, 50, 60]),
    },
    expected: {
      columns: [
        { name: 'key_x', type: 'integer' },
        { name: 'left_x', type: 'integer' },
        { name: 'key_y', type: 'integer' },
        { name: 'left_y', type: 'integer' },
      ],
      rows: [
        [3, 0, 40, 3],
        [null, 1, null, null],
        [5, 2, 60, 5],
      ],
    },
  },
  {
    title: 'Equal keys of one name beside nearest keys of two, one of them a pattern of polars',
    config: { left_on: 'at', right_on: '^since$', by: ['share'], direction: 'forward' },
    inputs: {
      left: ORDERS,
      right: {
        columns: PRICES.columns.map((column) =>
          column.name === 'at' ? { ...column, name: '^since$' } : column,
        ),
        rows: PRICES.rows,
      },
    },
    expected: {
      columns: [...WITH_PRICE, { name: '^since$', type: 'datetime' }],
      rows: ORDERS.rows.map((row, index) => [
        ...row,
        ...([
          [7, '2024-03-01T10:05:00'],
          [2.5, '2024-03-01T10:05:00'],
          [1.5, '2024-03-01T10:01:00'],
        ][index] ?? [null, null]),
      ]),
    },
  },
  {
    title: 'The nearest of integers whose distances are beyond 64 bits',
    config: { on: 'key', direction: 'nearest' },
    inputs: {
      left: integers('left', [1, LARGEST, SMALLEST + 4n, -1, null]),
      right: integers('right', [SMALLEST, 3, null]),
    },
    expected: {
      columns: KEY_COLUMNS,
      rows: [
        [1, 0, 1],
        [LARGEST, 1, 1],
        [SMALLEST + 4n, 2, 0],
        [-1, 3, 1],
        [null, 4, null],
      ],
    },
  },
  ...(['backward', 'forward'] as const).map((direction): NodeExample => ({
    title: `A tolerance (${direction}) ends before a distance beyond 64 bits`,
    config: { on: 'key', direction, tolerance: 1 },
    inputs: {
      left: integers('left', direction === 'backward' ? [LARGEST] : [SMALLEST]),
      right: integers('right', direction === 'backward' ? [SMALLEST] : [LARGEST]),
    },
    expected: {
      columns: KEY_COLUMNS,
      rows: [[direction === 'backward' ? LARGEST : SMALLEST, 0, null]],
    },
  })),
  {
    title: 'A text has no distance',
    config: { on: 'share' },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"on".*"share" is of type string/ },
  },
  {
    title: 'Keys of two types are an error with both',
    rules: ['errors'],
    config: { on: 'key' },
    inputs: {
      left: integers('left', []),
      right: { columns: [{ name: 'key', type: 'float' }], rows: [] },
    },
    expected: { error: /"on".*integer in the left input and float in the right/ },
  },
  {
    title: 'Shared keys together with a key of one input are an error',
    config: { on: 'at', left_on: 'at', right_on: 'at' },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"on".*cannot be given together with left_on and right_on/ },
  },
  {
    title: 'A config without the key that is compared by distance is an error',
    config: { by: ['share'] },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"on".*needs a column of both inputs, or use left_on and right_on/ },
  },
  {
    title: 'A left key without a right key is an error',
    config: { left_on: 'at' },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"right_on".*left_on has 1, right_on has 0/ },
  },
  {
    title: 'More equal keys on one side are an error',
    config: { on: 'at', left_by: ['share'], right_by: ['share', 'price'] },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"right_by".*left_by has 1, right_by has 2/ },
  },
  {
    title: 'An unknown right key is an error with the nearest name',
    config: { left_on: 'at', right_on: 'sinse' },
    inputs: { left: ORDERS, right: NAMED_PRICES },
    expected: { error: /"right_on".*right input.*sinse.*since/ },
  },
  {
    title: 'A right key that has no distance is an error of its field',
    config: { left_on: 'at', right_on: 'name' },
    inputs: { left: ORDERS, right: NAMED_PRICES },
    expected: { error: /"right_on".*"name" is of type string/ },
  },
  {
    title: 'Equal keys of two types are an error with both names',
    config: { on: 'at', left_by: ['n'], right_by: ['share'] },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"left_by".*"n" is of type integer.*string.*"share"/ },
  },
  {
    title: 'A key that is also compared by distance is an error',
    rules: ['dup-columns'],
    config: { on: 'at', by: ['at'] },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"by".*"at" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { on: 'at', by: ['shore'] },
    inputs: { left: ORDERS, right: PRICES },
    expected: { error: /"by".*left input.*shore.*share/ },
  },
];
