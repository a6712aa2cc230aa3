import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonObject, JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';
import { rollingBooleanExamples } from './rolling-boolean-examples.ts';

const READINGS: readonly ColumnSchema[] = [
  { name: 'meter', type: 'string' },
  { name: 'day', type: 'integer' },
  { name: 'count', type: 'integer' },
  { name: 'x', type: 'float' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 2, 9007199254740993n, 1e300],
  [null, 1, 4, 2],
  ['b', 1, 9007199254740992n, 4],
  ['b', null, 8, -1],
  [null, 1, 1, null],
  ['a', 1, 7, Infinity],
  ['b', 3, null, 0],
  [null, 2, 6, 5],
];

/** An example that adds a column with these cells to the readings. */
function added(
  title: string,
  config: JsonObject,
  type: ColumnSchema['type'],
  cells: readonly JsonValue[],
): NodeExample {
  return {
    title,
    config: { new_column: 'rolled', ...config },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: {
      columns: [...READINGS, { name: 'rolled', type }],
      rows: ROWS.map((row, index) => [...row, cells[index] ?? null]),
    },
  };
}

const PER_METER = { partition_by: ['meter'], order_by: ['day'] };

/** Worked examples of `rollingAggregate`. */
export const rollingAggregateExamples: readonly NodeExample[] = [
  {
    ...added(
      'The mean of three rows is null until there are three values; null is a partition',
      { target: 'count', function: 'mean', window: 3, ...PER_METER },
      'float',
      [null, null, null, null, null, null, null, 11 / 3],
    ),
    rules: ['window-null', 'agg-null', 'config-default'],
  },
  {
    ...added(
      'Sums of integers are exact beyond 2^53; a null row has the sum of the others',
      { target: 'count', function: 'sum', window: 2, min_periods: 1, ...PER_METER },
      'integer',
      [18014398509481985n, 4, 9007199254740992n, 8, 5, 7, 9007199254740993n, 7],
    ),
    rules: ['bigint', 'agg-null'],
  },
  {
    ...added(
      'The largest of two rows in descending order, exact beyond 2^53',
      {
        target: 'count',
        function: 'max',
        window: 2,
        min_periods: 1,
        order_by: ['meter', 'day'],
        descending: true,
      },
      'integer',
      [9007199254740993n, 6, 9007199254740993n, 9007199254740992n, 4, 8, null, 7],
    ),
    rules: ['window-null', 'bigint'],
  },
  added(
    'A large value and an infinity leave no trace after their window',
    { target: 'x', function: 'mean', window: 2, min_periods: 1 },
    'float',
    [1e300, 5e299, 3, 1.5, -1, Infinity, Infinity, 2.5],
  ),
  ...(
    [
      ['sum', [7.25, 100000007.25, 100000004.75, 99999999, 1e16, 1e16, 1e16, 6.25]],
      [
        'mean',
        [7.25, 50000003.625, 100000004.75 / 3, 33333333, 1e16 / 3, 1e16 / 3, 1e16 / 3, 6.25 / 3],
      ],
    ] as const
  ).map(([aggregate, cells]): NodeExample => {
    const values = [7.25, 1e8, -2.5, 1.5, 1e16, 1.5, -2.5, 7.25];
    const columns = [{ name: 'v', type: 'float' }] as const;
    return {
      title: `A large value leaves no rounding in the ${aggregate} of later windows`,
      config: { target: 'v', function: aggregate, window: 3, min_periods: 1, new_column: 'rolled' },
      inputs: { in: { columns, rows: values.map((value) => [value]) } },
      expected: {
        columns: [...columns, { name: 'rolled', type: 'float' }],
        rows: values.map((value, index) => [value, cells[index] ?? null]),
      },
    };
  }),
  {
    ...added(
      'The deviation of one value, or beside an infinity, is null',
      { target: 'x', function: 'std', window: 2, min_periods: 1 },
      'float',
      [null, Infinity, Math.SQRT2, Math.sqrt(12.5), null, null, null, Math.sqrt(12.5)],
    ),
    rules: ['nan-null', 'agg-null'],
  },
  {
    ...added(
      'The median of three rows, with at least two values',
      { target: 'x', function: 'median', window: 3, min_periods: 2 },
      'float',
      [null, 5e299, 4, 2, 1.5, Infinity, Infinity, 5],
    ),
    rules: ['quantile'],
  },
  {
    title: 'The medians of the least and the greatest floats are exact',
    config: {
      target: 'x',
      function: 'median',
      window: 2,
      min_periods: 1,
      new_column: 'rolled',
      partition_by: ['k'],
    },
    inputs: {
      in: {
        columns: [
          { name: 'k', type: 'string' },
          { name: 'x', type: 'float' },
        ],
        rows: [
          ['small', 5e-324],
          ['great', Number.MAX_VALUE],
          ['small', 1.5e-323],
          ['great', Number.MAX_VALUE],
          ['small', Infinity],
          ['great', -Number.MAX_VALUE],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'k', type: 'string' },
        { name: 'x', type: 'float' },
        { name: 'rolled', type: 'float' },
      ],
      rows: [
        ['small', 5e-324, 5e-324],
        ['great', Number.MAX_VALUE, Number.MAX_VALUE],
        ['small', 1.5e-323, 1e-323],
        ['great', Number.MAX_VALUE, Number.MAX_VALUE],
        ['small', Infinity, Infinity],
        ['great', -Number.MAX_VALUE, 0],
      ],
    },
  },
  added(
    'The smallest value, in a window that is longer than the table',
    { target: 'x', function: 'min', window: 1000, min_periods: 1 },
    'float',
    [1e300, 2, 2, -1, -1, -1, -1, -1],
  ),
  {
    title: 'Odd names and unicode; an existing column is replaced in place',
    config: {
      target: '*',
      function: 'sum',
      window: 2,
      min_periods: 1,
      new_column: '*',
      partition_by: ['^n.*$'],
    },
    inputs: {
      in: {
        columns: [
          { name: '*', type: 'integer' },
          { name: '^n.*$', type: 'string' },
        ],
        rows: [
          [1, 'é'],
          [2, '😀'],
          [4, 'é'],
          [8, '😀'],
        ],
      },
    },
    expected: {
      columns: [
        { name: '*', type: 'integer' },
        { name: '^n.*$', type: 'string' },
      ],
      rows: [
        [1, 'é'],
        [2, '😀'],
        [5, 'é'],
        [10, '😀'],
      ],
    },
  },
  added(
    'The largest window that is allowed has all rows of a smaller table',
    { target: 'count', function: 'max', window: 32_767, min_periods: 1 },
    'integer',
    ROWS.map(() => 9007199254740993n),
  ),
  {
    title: 'A window with too few values has no sum that could be beyond 64 bits',
    config: { target: 'n', function: 'sum', window: 3, min_periods: 3, new_column: 'rolled' },
    inputs: {
      in: {
        columns: [{ name: 'n', type: 'integer' }],
        rows: [[9223372036854775807n], [1], [null], [2]],
      },
    },
    expected: {
      columns: [
        { name: 'n', type: 'integer' },
        { name: 'rolled', type: 'integer' },
      ],
      rows: [
        [9223372036854775807n, null],
        [1, null],
        [null, null],
        [2, null],
      ],
    },
  },
  {
    title: 'A larger window is an error',
    config: { target: 'x', function: 'mean', window: 32_768, new_column: 'rolled' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /window.*must be 32767 or less/ },
  },
  {
    title: 'A table without rows',
    config: { target: 'count', function: 'sum', window: 3, new_column: 'rolled', ...PER_METER },
    inputs: { in: { columns: READINGS, rows: [] } },
    expected: { columns: [...READINGS, { name: 'rolled', type: 'integer' }], rows: [] },
  },
  {
    title: 'More minimum values than rows are an error',
    config: { target: 'x', function: 'mean', window: 2, min_periods: 3, new_column: 'rolled' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /min_periods.*must not be more than the rows of the window/ },
  },
  {
    title: 'A window without rows is an error',
    config: { target: 'x', function: 'mean', window: 0, new_column: 'rolled' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /window.*must be 1 or more/ },
  },
  ...rollingBooleanExamples,
  {
    title: 'The rolling mean of text is an error',
    rules: ['agg-type'],
    config: { target: 'meter', function: 'mean', window: 3, new_column: 'rolled' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /rolling mean of "meter" needs numbers.*string/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { target: 'counts', function: 'mean', window: 3, new_column: 'rolled' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /"target".*counts.*count/ },
  },
  {
    title: 'A config without the rows of the window is an error with the default of old',
    config: { target: 'x', function: 'mean', new_column: 'rolled' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: {
      error:
        /"window" is missing: rollingAggregate needs it.*default until now was 3: write "window": 3/,
    },
  },
  {
    title: 'A column that occurs twice in the partition is an error',
    rules: ['dup-columns'],
    config: {
      target: 'count',
      function: 'mean',
      window: 3,
      new_column: 'new',
      partition_by: ['meter', 'meter'],
    },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /"meter" occurs more than once/ },
  },
];
