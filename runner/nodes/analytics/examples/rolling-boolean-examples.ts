import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const PAID: readonly ColumnSchema[] = [{ name: 'paid', type: 'boolean' }];

/** Worked examples of `rollingAggregate` on booleans. */
export const rollingBooleanExamples: readonly NodeExample[] = [
  {
    title: 'Booleans are 1 and 0: their share, their number and whether one is true',
    config: { target: 'paid', function: 'mean', window: 2, min_periods: 1, new_column: 'rolled' },
    inputs: { in: { columns: PAID, rows: [[true], [false], [null], [true]] } },
    expected: {
      columns: [...PAID, { name: 'rolled', type: 'float' }],
      rows: [
        [true, 1],
        [false, 0.5],
        [null, 0],
        [true, 1],
      ],
    },
  },
  {
    title: 'The maximum of booleans is an integer, also in place of the column',
    config: { target: 'paid', function: 'max', window: 2, min_periods: 1, new_column: 'paid' },
    inputs: { in: { columns: PAID, rows: [[true], [false], [false], [null]] } },
    expected: { columns: [{ name: 'paid', type: 'integer' }], rows: [[1], [1], [0], [0]] },
  },
];
