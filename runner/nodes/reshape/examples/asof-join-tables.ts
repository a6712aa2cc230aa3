import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable } from '../../definition.ts';

/** Orders of shares. */
export const ORDERS: ExampleTable = {
  columns: [
    { name: 'share', type: 'string' },
    { name: 'at', type: 'datetime' },
    { name: 'n', type: 'integer' },
  ],
  rows: [
    ['b', '2024-03-01T10:05:00', 1],
    ['a', '2024-03-01T10:03:00', 2],
    ['a', '2024-03-01T09:00:00', 3],
    [null, '2024-03-01T10:03:00', 4],
    ['a', null, 5],
    ['a', '2024-03-01T10:10:00.000001', 6],
  ],
};
/** Prices of shares, which are not sorted. */
export const PRICES: ExampleTable = {
  columns: [
    { name: 'price', type: 'float' },
    { name: 'at', type: 'datetime' },
    { name: 'share', type: 'string' },
  ],
  rows: [
    [2.5, '2024-03-01T10:05:00', 'a'],
    [1.5, '2024-03-01T10:01:00', 'a'],
    [7, '2024-03-01T10:05:00', 'b'],
    [9, '2024-03-01T10:03:00', null],
    [8, null, 'a'],
    [null, '2024-03-01T10:05:00', 'b'],
  ],
};
/** The prices with other names of the keys. */
export const NAMED_PRICES: ExampleTable = {
  columns: [
    { name: 'price', type: 'float' },
    { name: 'since', type: 'datetime' },
    { name: 'name', type: 'string' },
  ],
  rows: PRICES.rows,
};
/** The columns of an order and its price. */
export const WITH_PRICE: readonly ColumnSchema[] = [
  ...ORDERS.columns,
  { name: 'price', type: 'float' },
];

/** A table of integer keys and the number of each row. */
export const integers = (
  name: string,
  values: readonly (bigint | number | null)[],
): ExampleTable => ({
  columns: [
    { name: 'key', type: 'integer' },
    { name, type: 'integer' },
  ],
  rows: values.map((value, index) => [value, index]),
});
/** The columns of two such tables that share their key. */
export const KEY_COLUMNS: readonly ColumnSchema[] = [
  { name: 'key', type: 'integer' },
  { name: 'left', type: 'integer' },
  { name: 'right', type: 'integer' },
];
