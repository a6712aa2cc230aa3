import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const TEXTS: readonly ColumnSchema[] = [
  { name: 'g', type: 'boolean' },
  { name: 'text', type: 'string' },
];
const TEXT_ROWS: ExampleTable['rows'] = [
  [true, 'b'],
  [false, 'Z'],
  [true, 'Z'],
  [true, null],
  [true, '😀'],
  [null, '10'],
];

/** Worked examples of `windowFunction` on the running extremes of texts and booleans. */
export const runningExtremeExamples: readonly NodeExample[] = [
  {
    title: 'The running maximum of text is by code point, per group; a null stays null',
    config: { function: 'cummax', target: 'text', new_column: 'most', partition_by: ['g'] },
    inputs: { in: { columns: TEXTS, rows: TEXT_ROWS } },
    expected: {
      columns: [...TEXTS, { name: 'most', type: 'string' }],
      rows: TEXT_ROWS.map((row, at) => [...row, ['b', 'Z', 'b', null, '😀', '10'][at] ?? null]),
    },
  },
  {
    title: 'The running minimum of booleans in the order of a column, in place',
    config: { function: 'cummin', target: 'g', new_column: 'g', order_by: ['text'] },
    inputs: { in: { columns: TEXTS, rows: TEXT_ROWS } },
    expected: {
      columns: TEXTS,
      rows: TEXT_ROWS.map((row, at) => [
        [false, false, false, false, false, null][at] ?? null,
        ...row.slice(1),
      ]),
    },
  },
];
