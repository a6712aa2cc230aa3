import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';
import { binEdgeExamples } from './bin-edge-examples.ts';

const AGE: readonly ColumnSchema[] = [{ name: 'größe', type: 'integer' }];
const AMOUNT: readonly ColumnSchema[] = [{ name: 'amount', type: 'float' }];
const BIN: ColumnSchema = { name: 'bin', type: 'string' };
const AGES = { column: 'größe', new_column: 'bin' };
const AMOUNTS = { column: 'amount', new_column: 'bin' };

/** Worked examples of `binColumn`. */
export const binColumnExamples: readonly NodeExample[] = [
  {
    title:
      'Bins of equal width have their upper edge; the first one is lowered to have the minimum',
    rules: ['bin-edges'],
    config: { ...AGES, bins: 3 },
    inputs: { in: { columns: AGE, rows: [[1], [4], [5], [7], [10], [null]] } },
    expected: {
      columns: [...AGE, BIN],
      rows: [
        [1, '(0.991, 4.0]'],
        [4, '(0.991, 4.0]'],
        [5, '(4.0, 7.0]'],
        [7, '(4.0, 7.0]'],
        [10, '(7.0, 10.0]'],
        [null, null],
      ],
    },
  },
  {
    title: 'The name of the column may look like a pattern',
    config: { column: '^n.*$', new_column: '*', bins: 2 },
    inputs: { in: { columns: [{ name: '^n.*$', type: 'float' }], rows: [[0], [2], [null]] } },
    expected: {
      columns: [
        { name: '^n.*$', type: 'float' },
        { name: '*', type: 'string' },
      ],
      rows: [
        [0, '(-0.002, 1.0]'],
        [2, '(1.0, 2.0]'],
        [null, null],
      ],
    },
  },
  {
    title: 'Edges have six significant digits, and infinity is in no bin',
    rules: ['bin-label'],
    config: { ...AMOUNTS, bins: 3 },
    inputs: {
      in: {
        columns: AMOUNT,
        rows: [[-3], [20], [4.5], [1e400], [-1e400], [null]],
      },
    },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [-3, '(-3.023, 4.66667]'],
        [20, '(12.3333, 20.0]'],
        [4.5, '(-3.023, 4.66667]'],
        [1e400, null],
        [-1e400, null],
        [null, null],
      ],
    },
  },
  ...binEdgeExamples,
  {
    title: 'Quantiles put equally many rows into each bin; equal numbers share a bin',
    config: { ...AMOUNTS, method: 'quantile', bins: 2 },
    inputs: { in: { columns: AMOUNT, rows: [[1], [2], [2], [2], [9], [100]] } },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [1, '(0.901, 2.0]'],
        [2, '(0.901, 2.0]'],
        [2, '(0.901, 2.0]'],
        [2, '(0.901, 2.0]'],
        [9, '(2.0, 100.0]'],
        [100, '(2.0, 100.0]'],
      ],
    },
  },
  {
    title: 'Quantiles are interpolated',
    rules: ['quantile', 'config-default'],
    config: { ...AGES, method: 'quantile' },
    inputs: { in: { columns: AGE, rows: [[4], [1], [2], [3], [null]] } },
    expected: {
      columns: [...AGE, BIN],
      rows: [
        [4, '(3.25, 4.0]'],
        [1, '(0.997, 1.75]'],
        [2, '(1.75, 2.5]'],
        [3, '(2.5, 3.25]'],
        [null, null],
      ],
    },
  },
  {
    title: 'Labels name the bins from the lowest',
    config: { ...AGES, new_column: 'größe', bins: 2, labels: ['jung', 'alt "≥ 50"'] },
    inputs: { in: { columns: AGE, rows: [[0], [50], [51], [100], [null]] } },
    expected: {
      columns: [{ name: 'größe', type: 'string' }],
      rows: [['jung'], ['jung'], ['alt "≥ 50"'], ['alt "≥ 50"'], [null]],
    },
  },
  {
    title: 'A column with one value gets bins around it',
    config: { ...AMOUNTS, bins: 3 },
    inputs: { in: { columns: AMOUNT, rows: [[1000], [1000], [null]] } },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [1000, '(999.667, 1000.33]'],
        [1000, '(999.667, 1000.33]'],
        [null, null],
      ],
    },
  },
  {
    title: 'Bins of a range that is wider than the greatest float',
    config: { ...AMOUNTS, bins: 3 },
    inputs: { in: { columns: AMOUNT, rows: [[-1.5e308], [0], [1.5e308], [6e307], [5e-324]] } },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [-1.5e308, '(-1.503e+308, -5e+307]'],
        [0, '(-5e+307, 5e+307]'],
        [1.5e308, '(5e+307, 1.5e+308]'],
        [6e307, '(5e+307, 1.5e+308]'],
        [5e-324, '(-5e+307, 5e+307]'],
      ],
    },
  },
  {
    title: 'Quantiles of a range that is wider than the greatest float',
    config: { ...AMOUNTS, method: 'quantile', bins: 4 },
    inputs: { in: { columns: AMOUNT, rows: [[1.5e308], [-1.5e308]] } },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [1.5e308, '(7.5e+307, 1.5e+308]'],
        [-1.5e308, '(-1.503e+308, -7.5e+307]'],
      ],
    },
  },
  {
    title: 'The lowest edge of bins is not below all floats',
    config: { ...AMOUNTS, bins: 2 },
    inputs: { in: { columns: AMOUNT, rows: [[-Number.MAX_VALUE], [Number.MAX_VALUE], [-1], [1]] } },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [-Number.MAX_VALUE, '(-1.79769e+308, 0.0]'],
        [Number.MAX_VALUE, '(0.0, 1.79769e+308]'],
        [-1, '(-1.79769e+308, 0.0]'],
        [1, '(0.0, 1.79769e+308]'],
      ],
    },
  },
  {
    title: 'Bins around the greatest float alone',
    config: { ...AMOUNTS, bins: 2 },
    inputs: { in: { columns: AMOUNT, rows: [[Number.MAX_VALUE]] } },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [[Number.MAX_VALUE, '(1.79679e+308, 1.79769e+308]']],
    },
  },
  {
    title: 'Large integers',
    config: { ...AGES, bins: 2 },
    inputs: { in: { columns: AGE, rows: [[9007199254740993n], [0], [9223372036854775807n]] } },
    expected: {
      columns: [...AGE, BIN],
      rows: [
        [9007199254740993n, '(-9223370000000000.0, 4.61169e+18]'],
        [0, '(-9223370000000000.0, 4.61169e+18]'],
        [9223372036854775807n, '(4.61169e+18, 9.22337e+18]'],
      ],
    },
  },
  {
    title: 'Nulls are in no bin, also in a column without numbers',
    config: { column: 'none', new_column: 'bin' },
    inputs: { in: { columns: [{ name: 'none', type: 'null' }, ...AMOUNT], rows: [[null, 1]] } },
    expected: {
      columns: [{ name: 'none', type: 'null' }, ...AMOUNT, BIN],
      rows: [[null, 1, null]],
    },
  },
  {
    title: 'A table without rows gets the column',
    config: { ...AMOUNTS, method: 'quantile' },
    inputs: { in: { columns: AMOUNT, rows: [] } },
    expected: { columns: [...AMOUNT, BIN], rows: [] },
  },
  {
    title: 'Text is an error',
    config: { column: 'city', new_column: 'bin' },
    inputs: { in: { columns: [{ name: 'city', type: 'string' }], rows: [] } },
    expected: { error: /"city" is of type string, but must be integer or float/ },
  },
  {
    title: 'One bin is an error',
    config: { ...AMOUNTS, bins: 1 },
    inputs: { in: { columns: AMOUNT, rows: [] } },
    expected: { error: /"bins".*2 or more/ },
  },
  {
    title: 'More than 1,000 bins are an error',
    config: { ...AMOUNTS, bins: 1001 },
    inputs: { in: { columns: AMOUNT, rows: [] } },
    expected: { error: /"bins".*1000 or less/ },
  },
  {
    title: 'Another number of labels than of bins is an error',
    config: { ...AMOUNTS, bins: 3, labels: ['low', 'high'] },
    inputs: { in: { columns: AMOUNT, rows: [] } },
    expected: { error: /"labels".*one label for each of the 3 bins, and has 2/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { ...AMOUNTS, column: 'amout' },
    inputs: { in: { columns: AMOUNT, rows: [] } },
    expected: { error: /"column".*amout.*amount/ },
  },
];
