import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { table } from './parity-case.ts';

/** A table with null, empty, signed, huge, repeated and unusual values of all five types, and unusual names. */
export const nasty: ExampleTable = {
  columns: [
    ...table('id integer, key string, n integer, x float, ok boolean, at datetime', []).columns,
    { name: 'a "b"', type: 'string' },
    { name: '*', type: 'integer' },
    { name: '^n.*$', type: 'float' },
    { name: '1', type: 'integer' },
  ],
  rows: [
    [1, 'a', 1, 0.5, true, '2024-02-29T13:30:05', 'x', 1, 1.5, 7],
    [2, 'A', null, null, null, null, '', 2, null, null],
    [3, null, 9007199254740993n, Infinity, false, '1969-12-31T23:59:59.250', null, 3, -1.5, 7],
    [4, '', -1, -Infinity, true, '2024-02-29T00:00:00', 'x', null, 2, 8],
    [5, ' a', 0, 0, false, '2024-12-31T23:59:59.999999', 'NaN', 5, -0, 9],
    [6, 'ß', 1, 0.30000000000000004, null, '2024-02-29T13:30:05', 'null', 1, 1e300, -9],
    [7, 'é', 9007199254740992n, 0.5, true, null, '007', 1, 1.5, 7],
    [8, null, null, -2.5, false, '0001-01-01T00:00:00', ' 1', 3, 3.5, 10],
    [9, '', 1, 2.5, true, '2024-03-31T02:30:00', '1,2', 2, 2.5, 11],
    [10, '😀', -9007199254740993n, null, true, '2000-01-01T00:00:00', 'TRUE', 0, null, 0],
    [11, 'z', 2, 3.5, null, '2000-01-01T00:00:00', 'x', 4, 4.5, 7],
    [12, 'a', 3, 1e-9, false, '2024-02-29T13:30:05', 'x', 5, 5.5, 7],
  ],
};

export const rightSide: ExampleTable = table('key string, n integer, y float, share float', [
  ['a', 10, 1, 1],
  ['', 20, 2, 0],
  [null, 30, 3, null],
  ['a', 40, 9007199254740992, -1],
  ['missing', 50, null, 2],
  ['😀', 60, 2.5, 3],
]);

export const noRows: ExampleTable = { columns: nasty.columns, rows: [] };
