import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'state', type: 'string' },
  { name: 'share', type: 'float' },
  { name: 'day', type: 'datetime' },
  { name: 'paid', type: 'boolean' },
];
const ROWS: ExampleTable['rows'] = [
  [1, 'öffen', 0.5, '2024-02-29T00:00:00', true],
  [9007199254740993n, 'zu', 2, '2024-03-01T00:00:00', true],
  [null, null, null, null, null],
];
const table = { in: { columns: COLUMNS, rows: ROWS } };
const passed = { columns: COLUMNS, rows: ROWS };

export const assertValuesInSetExamples: readonly NodeExample[] = [
  {
    title: 'Null is allowed by default',
    rules: ['config-default'],
    config: { column: 'state', allowed: ['zu', 'öffen'] },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Null violates the set when it is not allowed',
    rules: ['null-compare', 'assert'],
    config: { column: 'state', allowed: ['zu', 'öffen'], allow_null: false },
    inputs: table,
    expected: { error: /"state" must be "zu" or "öffen": 1 of 3 rows violates.*state = null/ },
  },
  {
    title: 'Null in the list does not allow null',
    config: { column: 'state', allowed: ['zu', 'öffen', null], allow_null: false },
    inputs: table,
    expected: { error: /"state" must be "zu" or "öffen": 1 of 3 rows violates.*state = null/ },
  },
  {
    title: 'Integers beyond 2^53 are exact',
    rules: ['bigint'],
    config: { column: 'id', allowed: [1, 9007199254740992n] },
    inputs: table,
    expected: { error: /1 of 3 rows violates this, such as id = 9007199254740993/ },
  },
  {
    title: 'A number with an exponent is an integer if it is whole',
    config: { column: 'id', allowed: [1e18, 9007199254740993n, 1] },
    inputs: { in: { columns: COLUMNS, rows: [...ROWS, [10n ** 18n, 'zu', 2, null, true]] } },
    expected: { columns: COLUMNS, rows: [...ROWS, [10n ** 18n, 'zu', 2, null, true]] },
  },
  {
    title: 'The text of a number is not the number',
    config: { column: 'id', allowed: ['1', 9007199254740993n] },
    inputs: table,
    expected: { error: /1 of 3 rows violates this, such as id = 1\./ },
  },
  {
    title: 'Integers match floats by value, and fractions match no integer',
    config: { column: 'share', allowed: [0.5, 2] },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A set without a value of the type of the column is violated by each value',
    rules: ['assert', 'errors'],
    config: { column: 'paid', allowed: [2, 'true'], mode: 'error' },
    inputs: table,
    expected: { error: /2 of 3 rows violate this, such as paid = true/ },
  },
  {
    title: 'Booleans match 1 and 0',
    config: { column: 'paid', allowed: [1] },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Booleans match booleans',
    config: { column: 'paid', allowed: [true] },
    inputs: table,
    expected: passed,
  },
  {
    title: 'Dates match ISO texts',
    config: { column: 'day', allowed: ['2024-02-29', '2024-03-01T00:00:00'] },
    inputs: table,
    expected: passed,
  },
  {
    title: 'In the mode warn all rows pass through',
    rules: ['assert'],
    config: { column: 'state', allowed: ['zu'], mode: 'warn' },
    inputs: table,
    expected: passed,
  },
  {
    title: 'A table without rows violates no set',
    config: { column: 'id', allowed: [1], allow_null: false },
    inputs: { in: { columns: COLUMNS, rows: [] } },
    expected: { columns: COLUMNS, rows: [] },
  },
  {
    title: 'An empty list is refused',
    config: { column: 'id', allowed: [] },
    inputs: table,
    expected: { error: /needs at least one value/ },
  },
  {
    title: 'An error about an unknown column suggests the nearest one',
    rules: ['missing-column', 'errors'],
    config: { column: 'stat', allowed: ['zu'] },
    inputs: table,
    expected: { error: /no column "stat".*"state"/ },
  },
];
