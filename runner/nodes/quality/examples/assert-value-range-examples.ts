import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'share', type: 'float' },
  { name: 'sold at', type: 'datetime' },
  { name: 'code', type: 'string' },
];
const TEXTS: readonly ColumnSchema[] = [{ name: 'code', type: 'string' }];
const ROWS: ExampleTable['rows'] = [
  [1, 0.5, '2024-01-31T08:00:00', 'b'],
  [9007199254740993n, 1, '2024-02-29T00:00:00', 'ä'],
  [3, null, '2023-12-31T23:59:59', 'b2'],
];
const table = { in: { columns: COLUMNS, rows: ROWS } };
const passed = { columns: COLUMNS, rows: ROWS };

export const assertValueRangeExamples: readonly NodeExample[] = [
  {
    title: 'The bounds are allowed',
    rules: ['config-default'],
    config: { column: 'id', min: 1, max: 9007199254740993n },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A bound beyond 2^53 is exact',
    rules: ['bigint'],
    config: { column: 'id', max: 9007199254740992n },
    inputs: table,
    expected: {
      error: /"id" must be at most 9007199254740992: 1 of 3 rows violates.*id = 9007199254740993/,
    },
  },
  {
    title: 'A fraction beyond 2^53 is an exact bound',
    rules: ['bigint', 'value-type'],
    config: { column: 'id', max: '9007199254740992.5' },
    inputs: table,
    expected: {
      error:
        /"id" must be at most 9007199254740992\.5: 1 of 3 rows violates.*id = 9007199254740993/,
    },
  },
  {
    title: 'Bounds that are excluded are no allowed values',
    config: { column: 'id', min: 1, inclusive: false },
    inputs: table,
    expected: { error: /"id" must be greater than 1: 1 of 3 rows violates this, such as id = 1/ },
  },
  {
    title: 'Values between bounds that are excluded pass',
    config: { column: 'id', min: 0, max: 9007199254740994n, inclusive: false },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Null violates the range',
    rules: ['assert', 'null-compare'],
    config: { column: 'share', min: 0, max: 1 },
    inputs: table,
    expected: { error: /"share" must be between 0 and 1: 1 of 3 rows violates.*share = null/ },
  },
  {
    title: 'An integer column has fractional bounds',
    config: { column: 'id', min: 0.5, mode: 'error' },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Dates are ISO texts',
    rules: ['value-type'],
    config: { column: 'sold at', min: '2024-01-01', max: '2024-12-31T00:00:00' },
    inputs: table,
    expected: { error: /1 of 3 rows violates this, such as sold at = "2023-12-31T23:59:59"/ },
  },
  {
    title: 'Texts are compared by code point',
    rules: ['between-text'],
    config: { column: 'code', min: 'b', max: 'z' },
    inputs: table,
    expected: { error: /1 of 3 rows violates this, such as code = "ä"/ },
  },
  {
    title: 'The bounds of texts are compared by code point',
    config: { column: 'code', min: '\uffff', max: '😀', mode: 'warn' },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A minimum text above the maximum by code point is refused',
    config: { column: 'code', min: '😀', max: '\uffff' },
    inputs: table,
    expected: { error: /minimum must not be greater/ },
  },
  {
    title: 'A bound given as text is read as the type of the column',
    rules: ['value-type', 'assert'],
    config: { column: 'id', min: '2', max: '3', mode: 'warn' },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A number as bound reads text as numbers: "10" is 10, which is not at most 9',
    config: { column: 'code', max: 9 },
    inputs: { in: { columns: TEXTS, rows: [['10'], ['9'], [' 2.5 ']] } },
    expected: { error: /"code" must be at most 9: 1 of 3 rows violates this, such as code = "10"/ },
  },
  {
    title: 'A text that is no number violates a number as bound, and so do an empty text and null',
    config: { column: 'code', min: -1e300 },
    inputs: { in: { columns: TEXTS, rows: [['10'], ['ten'], [''], [null]] } },
    expected: { error: /3 of 4 rows violate this, such as code = "ten"/ },
  },
  {
    title: 'Numbers in text are exact beyond 2^53',
    rules: ['bigint'],
    config: { column: 'code', min: 9007199254740993n, max: 9007199254740993n },
    inputs: {
      in: { columns: TEXTS, rows: [['9007199254740993'], ['9007199254740992'], ['1e3']] },
    },
    expected: { error: /2 of 3 rows violate this, such as code = "9007199254740992"/ },
  },
  {
    title: 'Booleans are 1 and 0 where a bound is a number',
    config: { column: 'sold', min: 0.5, max: 3 },
    inputs: { in: { columns: [{ name: 'sold', type: 'boolean' }], rows: [[true], [false]] } },
    expected: { error: /1 of 2 rows violates this, such as sold = false/ },
  },
  {
    title: 'A number and a text bound one column of texts, each in its own order',
    config: { column: 'code', min: 5, max: '9' },
    inputs: { in: { columns: TEXTS, rows: [['10'], ['8']] } },
    expected: { columns: TEXTS, rows: [['10'], ['8']] },
  },
  {
    title: 'A number is no bound of dates',
    config: { column: 'sold at', min: 5 },
    inputs: table,
    expected: { error: /does not fit the column "sold at"/ },
  },
  {
    title: 'A table without rows violates no range',
    config: { column: 'share', min: 0 },
    inputs: { in: { columns: COLUMNS, rows: [] } },
    expected: { columns: COLUMNS, rows: [] },
  },
  {
    title: 'A range needs a bound',
    config: { column: 'id' },
    inputs: table,
    expected: { error: /min.*max/ },
  },
  {
    title: 'A minimum above the maximum is refused',
    config: { column: 'id', min: 3, max: 2 },
    inputs: table,
    expected: { error: /minimum must not be greater/ },
  },
  {
    title: 'Bounds between which a float has no place are in order',
    config: { column: 'id', min: '18014398509481986.5', max: '18014398509481987' },
    inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[18014398509481987n]] } },
    expected: { columns: [{ name: 'id', type: 'integer' }], rows: [[18014398509481987n]] },
  },
  {
    title: 'A bound that does not fit the column is refused',
    rules: ['errors'],
    config: { column: 'id', max: 'many' },
    inputs: table,
    expected: { error: /"many" does not fit the column "id": it holds integers/ },
  },
  {
    title: 'An error about an unknown column suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { column: 'shares', min: 0 },
    inputs: table,
    expected: { error: /no column "shares".*"share"/ },
  },
];
