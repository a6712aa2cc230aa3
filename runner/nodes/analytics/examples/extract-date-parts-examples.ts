import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const SOLD: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'verkauft am', type: 'datetime' },
];
const TEXT: readonly ColumnSchema[] = [{ name: 'day', type: 'string' }];

function integers(...names: readonly string[]): readonly ColumnSchema[] {
  return names.map((name) => ({ name, type: 'integer' }));
}

/** Worked examples of `extractDateParts`. */
export const extractDatePartsExamples: readonly NodeExample[] = [
  {
    title: 'All parts; Monday is 0, and the parts of null are null',
    config: { column: 'verkauft am', parts: ['year', 'month', 'day', 'weekday', 'hour'] },
    inputs: {
      in: {
        columns: SOLD,
        rows: [
          [1, '2024-02-29T14:30:00'],
          [9007199254740993n, null],
          [3, '1969-12-31T23:59:59.999999'],
          [4, '2024-03-03T00:00:00'],
          [5, '0001-01-01T00:00:00'],
          [6, '9999-12-31T05:00:00'],
        ],
      },
    },
    expected: {
      columns: [
        ...SOLD,
        ...integers(
          'verkauft am_year',
          'verkauft am_month',
          'verkauft am_day',
          'verkauft am_weekday',
          'verkauft am_hour',
        ),
      ],
      rows: [
        [1, '2024-02-29T14:30:00', 2024, 2, 29, 3, 14],
        [9007199254740993n, null, null, null, null, null, null],
        [3, '1969-12-31T23:59:59.999999', 1969, 12, 31, 2, 23],
        [4, '2024-03-03T00:00:00', 2024, 3, 3, 6, 0],
        [5, '0001-01-01T00:00:00', 1, 1, 1, 0, 0],
        [6, '9999-12-31T05:00:00', 9999, 12, 31, 4, 5],
      ],
    },
  },
  {
    title: 'Text is read cell by cell as ISO 8601 in UTC; the parts of other text are null',
    rules: ['date-iso', 'date-zone', 'date-bad'],
    config: { column: 'day', parts: ['day', 'hour'] },
    inputs: {
      in: {
        columns: TEXT,
        rows: [
          ['2024-02-29'],
          ['2024-02-29 10:30'],
          ['2024-02-29T23:30:00-02:00'],
          ['2023-02-29'],
          ['29.02.2024'],
          [''],
          [null],
        ],
      },
    },
    expected: {
      columns: [...TEXT, ...integers('day_day', 'day_hour')],
      rows: [
        ['2024-02-29', 29, 0],
        ['2024-02-29 10:30', 29, 10],
        ['2024-02-29T23:30:00-02:00', 1, 1],
        ['2023-02-29', null, null],
        ['29.02.2024', null, null],
        ['', null, null],
        [null, null, null],
      ],
    },
  },
  {
    title: 'A column that has the name of a part is replaced in place',
    config: { column: 'day', parts: ['year'] },
    inputs: {
      in: {
        columns: [{ name: 'day_year', type: 'string' }, ...TEXT],
        rows: [['old', '2024-02-29']],
      },
    },
    expected: { columns: [...integers('day_year'), ...TEXT], rows: [[2024, '2024-02-29']] },
  },
  {
    title: 'A column of nulls has null parts',
    config: { column: 'none', parts: ['month'] },
    inputs: { in: { columns: [{ name: 'none', type: 'null' }], rows: [[null]] } },
    expected: {
      columns: [{ name: 'none', type: 'null' }, ...integers('none_month')],
      rows: [[null, null]],
    },
  },
  {
    title: 'A table without rows gets the columns',
    config: { column: 'verkauft am', parts: ['weekday'] },
    inputs: { in: { columns: SOLD, rows: [] } },
    expected: { columns: [...SOLD, ...integers('verkauft am_weekday')], rows: [] },
  },
  {
    title: 'A number is no date',
    config: { column: 'id', parts: ['year'] },
    inputs: { in: { columns: SOLD, rows: [] } },
    expected: { error: /"id" is of type integer, but must be datetime or string/ },
  },
  {
    title: 'An unknown part is an error that names the nearest one',
    config: { column: 'verkauft am', parts: ['years'] },
    inputs: { in: { columns: SOLD, rows: [] } },
    expected: { error: /"parts.*Did you mean "year"/ },
  },
  {
    title: 'An empty list of parts is an error',
    config: { column: 'verkauft am', parts: [] },
    inputs: { in: { columns: SOLD, rows: [] } },
    expected: { error: /"parts".*at least one part/ },
  },
  {
    title: 'A part that occurs twice is an error',
    rules: ['dup-columns'],
    config: { column: 'verkauft am', parts: ['year', 'year'] },
    inputs: { in: { columns: SOLD, rows: [] } },
    expected: { error: /"verkauft am_year" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'verkauft', parts: ['year'] },
    inputs: { in: { columns: SOLD, rows: [] } },
    expected: { error: /"column".*verkauft.*verkauft am/ },
  },
];
