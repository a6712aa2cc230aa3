import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const NUMBERS: readonly ColumnSchema[] = [
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
];
const TEXT: readonly ColumnSchema[] = [{ name: 'size', type: 'string' }];

/** Worked examples of `castDtypes` on what numbers become, and what becomes a number. */
export const castDtypesNumberExamples: readonly NodeExample[] = [
  {
    title: 'Numbers to booleans: 0 is false, and any other number is true',
    rules: ['cast'],
    config: { casts: { n: 'boolean', x: 'boolean' } },
    inputs: {
      in: {
        columns: NUMBERS,
        rows: [
          [0, 0.5],
          [-2, -0],
          [null, null],
          [9007199254740993n, Infinity],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'n', type: 'boolean' },
        { name: 'x', type: 'boolean' },
      ],
      rows: [
        [false, true],
        [true, false],
        [null, null],
        [true, true],
      ],
    },
  },
  {
    title: 'The text NaN is a float without a value: null, although other text fails',
    rules: ['nan-null'],
    config: { casts: { size: 'float' } },
    inputs: { in: { columns: TEXT, rows: [['NaN'], [' 1.5 '], ['nan'], ['inf'], [null]] } },
    expected: {
      columns: [{ name: 'size', type: 'float' }],
      rows: [[null], [1.5], [null], [Infinity], [null]],
    },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { casts: { sizes: 'float' } },
    inputs: { in: { columns: TEXT, rows: [['1.5']] } },
    expected: { error: /no column "sizes".*"size"/ },
  },
];
