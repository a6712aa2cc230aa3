import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const TIME: readonly ColumnSchema[] = [{ name: 'time', type: 'integer' }];
const AMOUNT: readonly ColumnSchema[] = [{ name: 'amount', type: 'float' }];
const BIN: ColumnSchema = { name: 'bin', type: 'string' };
const TIMES = { column: 'time', new_column: 'bin' };
const AMOUNTS = { column: 'amount', new_column: 'bin' };

/** Worked examples of the labels of `binColumn` whose edges six digits do not distinguish. */
export const binEdgeExamples: readonly NodeExample[] = [
  {
    title: 'Edges have more digits when six do not distinguish them',
    rules: ['bin-label', 'config-default'],
    config: TIMES,
    inputs: {
      in: {
        columns: TIME,
        rows: [[1700000000], [1700000900], [1700001800], [1700003600], [null]],
      },
    },
    expected: {
      columns: [...TIME, BIN],
      rows: [
        [1700000000, '(1700000000.0, 1700001000.0]'],
        [1700000900, '(1700000000.0, 1700001000.0]'],
        [1700001800, '(1700001000.0, 1700002000.0]'],
        [1700003600, '(1700003000.0, 1700004000.0]'],
        [null, null],
      ],
    },
  },
  {
    title: 'Edges of fractions have no more digits than distinguish them',
    rules: ['bin-label'],
    config: AMOUNTS,
    inputs: {
      in: { columns: AMOUNT, rows: [[100000.1], [100000.3], [100000.5], [100000.7], [100000.9]] },
    },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [100000.1, '(100000.1, 100000.3]'],
        [100000.3, '(100000.1, 100000.3]'],
        [100000.5, '(100000.3, 100000.5]'],
        [100000.7, '(100000.5, 100000.7]'],
        [100000.9, '(100000.7, 100000.9]'],
      ],
    },
  },
  {
    title: 'Edges between quantiles have more digits, too; equal edges need none',
    config: { ...TIMES, method: 'quantile', bins: 3 },
    inputs: {
      in: { columns: TIME, rows: [[20240101], [20240102], [20240102], [20240102], [20240104]] },
    },
    expected: {
      columns: [...TIME, BIN],
      rows: [
        [20240101, '(20240101.0, 20240102.0]'],
        [20240102, '(20240101.0, 20240102.0]'],
        [20240102, '(20240101.0, 20240102.0]'],
        [20240102, '(20240101.0, 20240102.0]'],
        [20240104, '(20240102.0, 20240104.0]'],
      ],
    },
  },
  {
    title: 'Edges of neighbouring floats have all their digits',
    config: { ...AMOUNTS, bins: 2 },
    inputs: {
      in: { columns: AMOUNT, rows: [[-1.0000000000000002], [-1.0000000000000004], [-1]] },
    },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [-1.0000000000000002, '(-1.0000000000000004, -1.0000000000000002]'],
        [-1.0000000000000004, '(-1.0000000000000004, -1.0000000000000002]'],
        [-1, '(-1.0000000000000002, -1.0]'],
      ],
    },
  },
  {
    title: 'A half of the last digit is rounded away from zero',
    config: { ...AMOUNTS, bins: 2, method: 'quantile' },
    inputs: {
      in: {
        columns: AMOUNT,
        rows: [[-1000002.5], [-1000002.5], [1000001], [1000002.5], [1000002.5]],
      },
    },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [-1000002.5, '(-1002003.0, 1000001.0]'],
        [-1000002.5, '(-1002003.0, 1000001.0]'],
        [1000001, '(-1002003.0, 1000001.0]'],
        [1000002.5, '(1000001.0, 1000003.0]'],
        [1000002.5, '(1000001.0, 1000003.0]'],
      ],
    },
  },
  {
    title: 'Edges near the end of the floats stay finite',
    config: { ...AMOUNTS, bins: 2, method: 'quantile' },
    inputs: {
      in: {
        columns: AMOUNT,
        rows: [[1.79769313485e308], [1.79769313485e308], [1.7976931348623157e308]],
      },
    },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [1.79769313485e308, '(1.7976931348499876e+308, 1.79769313485e+308]'],
        [1.79769313485e308, '(1.7976931348499876e+308, 1.79769313485e+308]'],
        [1.7976931348623157e308, '(1.79769313485e+308, 1.7976931348623157e+308]'],
      ],
    },
  },
  {
    title: 'An edge of 0 has no sign beside the smallest float',
    config: { ...AMOUNTS, bins: 2 },
    inputs: { in: { columns: AMOUNT, rows: [[-0], [5e-324], [1.5e-323]] } },
    expected: {
      columns: [...AMOUNT, BIN],
      rows: [
        [-0, '(0.0, 1e-323]'],
        [5e-324, '(0.0, 1e-323]'],
        [1.5e-323, '(1e-323, 1.5e-323]'],
      ],
    },
  },
];
