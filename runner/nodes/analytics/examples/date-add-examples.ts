import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const DUE: readonly ColumnSchema[] = [{ name: 'fällig am', type: 'datetime' }];
const NEXT: ColumnSchema = { name: 'next', type: 'datetime' };
const CONFIG = { column: 'fällig am', new_column: 'next' };

/** Worked examples of `dateAdd`. */
export const dateAddExamples: readonly NodeExample[] = [
  {
    title: 'A day that the target month lacks becomes its last day; null stays null',
    config: { ...CONFIG, amount: 1, unit: 'months' },
    inputs: {
      in: {
        columns: DUE,
        rows: [
          ['2024-01-31T10:30:00'],
          ['2023-01-31T00:00:00'],
          ['2024-02-29T00:00:00'],
          ['2024-12-31T00:00:00'],
          [null],
        ],
      },
    },
    expected: {
      columns: [...DUE, NEXT],
      rows: [
        ['2024-01-31T10:30:00', '2024-02-29T10:30:00'],
        ['2023-01-31T00:00:00', '2023-02-28T00:00:00'],
        ['2024-02-29T00:00:00', '2024-03-29T00:00:00'],
        ['2024-12-31T00:00:00', '2025-01-31T00:00:00'],
        [null, null],
      ],
    },
  },
  {
    title: 'A negative amount subtracts',
    config: { ...CONFIG, amount: -1, unit: 'years' },
    inputs: { in: { columns: DUE, rows: [['2024-02-29T00:00:00'], ['1970-01-01T00:00:00']] } },
    expected: {
      columns: [...DUE, NEXT],
      rows: [
        ['2024-02-29T00:00:00', '2023-02-28T00:00:00'],
        ['1970-01-01T00:00:00', '1969-01-01T00:00:00'],
      ],
    },
  },
  ...(
    [
      ['seconds', '2024-02-29T23:59:59.500'],
      ['minutes', '2024-03-01T00:29:29.500'],
      ['hours', '2024-03-02T05:59:29.500'],
      ['days', '2024-03-30T23:59:29.500'],
      ['weeks', '2024-09-26T23:59:29.500'],
      ['quarters', '2031-08-29T23:59:29.500'],
    ] as const
  ).map(([unit, next]): NodeExample => ({
    title: `30 ${unit} later`,
    config: { ...CONFIG, amount: 30, unit },
    inputs: { in: { columns: DUE, rows: [['2024-02-29T23:59:29.5']] } },
    expected: { columns: [...DUE, NEXT], rows: [['2024-02-29T23:59:29.500', next]] },
  })),
  {
    title: 'A result outside the years 1 to 9999 is null',
    config: { ...CONFIG, amount: 8000, unit: 'years' },
    inputs: { in: { columns: DUE, rows: [['2024-02-29T00:00:00'], ['1900-01-01T00:00:00']] } },
    expected: {
      columns: [...DUE, NEXT],
      rows: [
        ['2024-02-29T00:00:00', null],
        ['1900-01-01T00:00:00', '9900-01-01T00:00:00'],
      ],
    },
  },
  {
    title: 'Text is read as ISO 8601 in UTC; other text gives null',
    rules: ['date-iso', 'date-zone', 'date-bad', 'config-default'],
    config: { column: 'day', amount: 2, new_column: 'day' },
    inputs: {
      in: {
        columns: [{ name: 'day', type: 'string' }],
        rows: [['2024-02-28'], ['2024-02-28T23:00:00-02:00'], ['28.02.2024'], [null]],
      },
    },
    expected: {
      columns: [{ name: 'day', type: 'datetime' }],
      rows: [['2024-03-01T00:00:00'], ['2024-03-02T01:00:00'], [null], [null]],
    },
  },
  {
    title: 'A column of nulls gives null',
    config: { column: 'none', amount: 1, new_column: 'next' },
    inputs: { in: { columns: [{ name: 'none', type: 'null' }], rows: [[null]] } },
    expected: { columns: [{ name: 'none', type: 'null' }, NEXT], rows: [[null, null]] },
  },
  {
    title: 'A table without rows gets the column',
    config: { ...CONFIG, amount: 1 },
    inputs: { in: { columns: DUE, rows: [] } },
    expected: { columns: [...DUE, NEXT], rows: [] },
  },
  {
    title: 'A fraction of a unit is an error',
    config: { ...CONFIG, amount: 1.5 },
    inputs: { in: { columns: DUE, rows: [] } },
    expected: { error: /"amount".*whole number/ },
  },
  {
    title: 'An amount beyond all dates is an error',
    config: { ...CONFIG, amount: 10_001, unit: 'years' },
    inputs: { in: { columns: DUE, rows: [] } },
    expected: { error: /amount must be from -10000 to 10000/ },
  },
  {
    title: 'A boolean is no date',
    config: { column: 'ok', amount: 1, new_column: 'next' },
    inputs: { in: { columns: [{ name: 'ok', type: 'boolean' }], rows: [] } },
    expected: { error: /"ok" is of type boolean, but must be datetime or string/ },
  },
  {
    title: 'An unknown unit is an error',
    rules: ['errors'],
    config: { ...CONFIG, amount: 1, unit: 'month' },
    inputs: { in: { columns: DUE, rows: [] } },
    expected: { error: /"unit".*Did you mean "months"/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { ...CONFIG, column: 'fällig an', amount: 1 },
    inputs: { in: { columns: DUE, rows: [] } },
    expected: { error: /no column "fällig an".*"fällig am"/ },
  },
];
