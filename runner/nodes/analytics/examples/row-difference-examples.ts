import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonObject, JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const READINGS: readonly ColumnSchema[] = [
  { name: 'meter', type: 'string' },
  { name: 'day', type: 'datetime' },
  { name: 'count', type: 'integer' },
  { name: 'x', type: 'float' },
];
const [MONDAY, TUESDAY, WEDNESDAY] = [
  '2024-02-26T00:00:00',
  '2024-02-27T00:00:00',
  '2024-02-28T00:00:00',
];
const ROWS: ExampleTable['rows'] = [
  ['b', TUESDAY, 9007199254740993n, 0],
  [null, MONDAY, 4, 2],
  ['b', MONDAY, 9007199254740992n, 4],
  ['b', null, 8, -1],
  [null, MONDAY, 1, null],
  ['a', MONDAY, 7, 0],
  ['b', WEDNESDAY, null, 0],
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
    config: { new_column: 'change', ...config },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: {
      columns: [...READINGS, { name: 'change', type }],
      rows: ROWS.map((row, index) => [...row, cells[index] ?? null]),
    },
  };
}

const PER_METER = { partition_by: ['meter'], order_by: ['day'] };

/** Worked examples of `rowDifference`. */
export const rowDifferenceExamples: readonly NodeExample[] = [
  {
    ...added(
      'Integers stay exact integers beyond 2^53; the first row and a row next to a null have no difference',
      { target: 'count', ...PER_METER },
      'integer',
      [1, null, null, null, -3, null, null],
    ),
    rules: ['bigint', 'window-null', 'config-default'],
  },
  {
    ...added(
      'A change from 0 is infinite, from 0 to 0 there is none, and a null is not carried',
      { target: 'x', method: 'pct_change' },
      'float',
      [null, Infinity, 1, -1.25, null, null, null],
    ),
    rules: ['rowdiff'],
  },
  {
    ...added(
      'The relative change in descending order, per meter',
      { target: 'count', method: 'pct_change', ...PER_METER, descending: true },
      'float',
      [null, null, 0, (8 - 2 ** 53) / 2 ** 53, -0.75, null, null],
    ),
    rules: ['window-null'],
  },
  added(
    'The difference to the row before the previous one, in order of two columns',
    { target: 'x', periods: 2, order_by: ['meter', 'count'] },
    'float',
    [1, 2, 4, null, null, null, -4],
  ),
  {
    title: 'A change from 0 to a negative number is negative; infinities cancel out to null',
    rules: ['nan-null', 'rowdiff'],
    config: { target: '*', method: 'pct_change', new_column: '*' },
    inputs: {
      in: {
        columns: [{ name: '*', type: 'float' }],
        rows: [[0], [-2], [0], [Infinity], [Infinity]],
      },
    },
    expected: {
      columns: [{ name: '*', type: 'float' }],
      rows: [[null], [-Infinity], [-1], [Infinity], [null]],
    },
  },
  {
    title: 'A table without rows',
    config: { target: 'count', new_column: 'change', ...PER_METER },
    inputs: { in: { columns: READINGS, rows: [] } },
    expected: { columns: [...READINGS, { name: 'change', type: 'integer' }], rows: [] },
  },
  {
    title: 'The difference of datetimes is in seconds, with microseconds',
    config: { target: 'at', new_column: 'seconds' },
    inputs: {
      in: {
        columns: [{ name: 'at', type: 'datetime' }],
        rows: [['2024-02-28T23:59:59.5'], ['2024-02-29T00:00:01.500001'], [null], [MONDAY]],
      },
    },
    expected: {
      columns: [
        { name: 'at', type: 'datetime' },
        { name: 'seconds', type: 'float' },
      ],
      rows: [
        ['2024-02-28T23:59:59.5', null],
        ['2024-02-29T00:00:01.500001', 2.000001],
        [null, null],
        [MONDAY, null],
      ],
    },
  },
  {
    title: 'A relative change of datetimes is an error',
    config: { target: 'day', method: 'pct_change', new_column: 'change' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /"day" needs numbers.*datetime/ },
  },
  {
    title: 'The difference of texts is an error',
    config: { target: 'meter', new_column: 'change' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /"meter" needs numbers or datetimes.*string/ },
  },
  {
    title: 'An unknown column is an error',
    rules: ['missing-column', 'errors'],
    config: { target: 'counts', new_column: 'change' },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /"counts".*"count"/ },
  },
  {
    title: 'A column that occurs twice in the partition is an error',
    rules: ['dup-columns'],
    config: { target: 'count', new_column: 'new', partition_by: ['meter', 'meter'] },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error: /"meter" occurs more than once/ },
  },
];
