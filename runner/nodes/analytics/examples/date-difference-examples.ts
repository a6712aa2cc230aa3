import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const SPAN: readonly ColumnSchema[] = [
  { name: 'von', type: 'datetime' },
  { name: 'bis', type: 'datetime' },
];
const DAYS: ColumnSchema = { name: 'tage', type: 'float' };
const CONFIG = { start_column: 'von', end_column: 'bis', new_column: 'tage' };

/** Worked examples of `dateDifference`. */
export const dateDifferenceExamples: readonly NodeExample[] = [
  {
    title: 'Days with a fraction; negative when the end is earlier, null beside null',
    rules: ['config-default'],
    config: CONFIG,
    inputs: {
      in: {
        columns: SPAN,
        rows: [
          ['2024-02-28T00:00:00', '2024-03-01T12:00:00'],
          ['2024-03-01T00:00:00', '2024-02-29T18:00:00'],
          ['2024-03-01T00:00:00', '2024-03-01T00:00:00'],
          [null, '2024-03-01T00:00:00'],
          ['2024-03-01T00:00:00', null],
          ['0001-01-01T00:00:00', '9999-12-31T00:00:00'],
        ],
      },
    },
    expected: {
      columns: [...SPAN, DAYS],
      rows: [
        ['2024-02-28T00:00:00', '2024-03-01T12:00:00', 2.5],
        ['2024-03-01T00:00:00', '2024-02-29T18:00:00', -0.25],
        ['2024-03-01T00:00:00', '2024-03-01T00:00:00', 0],
        [null, '2024-03-01T00:00:00', null],
        ['2024-03-01T00:00:00', null, null],
        ['0001-01-01T00:00:00', '9999-12-31T00:00:00', 3652058],
      ],
    },
  },
  ...(
    [
      ['seconds', 45000.5],
      ['minutes', 750.0083333333333],
      ['hours', 12.500138888888889],
      ['weeks', 0.07440558862433862],
    ] as const
  ).map(([unit, length]): NodeExample => ({
    title: `A difference in ${unit}`,
    config: { ...CONFIG, unit },
    inputs: {
      in: { columns: SPAN, rows: [['2024-02-29T00:00:00', '2024-02-29T12:30:00.5']] },
    },
    expected: {
      columns: [...SPAN, DAYS],
      rows: [['2024-02-29T00:00:00', '2024-02-29T12:30:00.500', length]],
    },
  })),
  {
    title: 'Text is read as ISO 8601 in UTC; other text gives null',
    rules: ['date-iso', 'date-zone', 'date-bad'],
    config: { ...CONFIG, unit: 'hours' },
    inputs: {
      in: {
        columns: [{ name: 'von', type: 'string' }, SPAN[1] ?? DAYS],
        rows: [
          ['2024-02-29T10:00:00+02:00', '2024-02-29T10:00:00'],
          ['yesterday', '2024-02-29T10:00:00'],
          [null, '2024-02-29T10:00:00'],
        ],
      },
    },
    expected: {
      columns: [{ name: 'von', type: 'string' }, SPAN[1] ?? DAYS, DAYS],
      rows: [
        ['2024-02-29T10:00:00+02:00', '2024-02-29T10:00:00', 2],
        ['yesterday', '2024-02-29T10:00:00', null],
        [null, '2024-02-29T10:00:00', null],
      ],
    },
  },
  {
    title: 'The result can replace a column that it is made of',
    config: { ...CONFIG, new_column: 'von' },
    inputs: { in: { columns: SPAN, rows: [['2024-02-28T00:00:00', '2024-03-01T00:00:00']] } },
    expected: {
      columns: [{ name: 'von', type: 'float' }, SPAN[1] ?? DAYS],
      rows: [[2, '2024-03-01T00:00:00']],
    },
  },
  {
    title: 'A column of nulls gives null',
    config: { ...CONFIG, end_column: 'none' },
    inputs: {
      in: {
        columns: [...SPAN, { name: 'none', type: 'null' }],
        rows: [['2024-02-28T00:00:00', null, null]],
      },
    },
    expected: {
      columns: [...SPAN, { name: 'none', type: 'null' }, DAYS],
      rows: [['2024-02-28T00:00:00', null, null, null]],
    },
  },
  {
    title: 'A table without rows gets the column',
    config: CONFIG,
    inputs: { in: { columns: SPAN, rows: [] } },
    expected: { columns: [...SPAN, DAYS], rows: [] },
  },
  {
    title: 'A number is no date',
    config: CONFIG,
    inputs: { in: { columns: [SPAN[0] ?? DAYS, { name: 'bis', type: 'integer' }], rows: [] } },
    expected: { error: /"bis" is of type integer, but must be datetime or string/ },
  },
  {
    title: 'An unknown column is an error',
    rules: ['missing-column', 'errors'],
    config: { ...CONFIG, start_column: 'vom' },
    inputs: { in: { columns: SPAN, rows: [] } },
    expected: { error: /no column "vom".*"von"/ },
  },
  {
    title: 'An unknown unit is an error',
    config: { ...CONFIG, unit: 'day' },
    inputs: { in: { columns: SPAN, rows: [] } },
    expected: { error: /"unit".*Did you mean "days"/ },
  },
];
