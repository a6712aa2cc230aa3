import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const STOCK: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'price', type: 'float' },
  { name: 'name', type: 'string' },
  { name: 'sold', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const CODES: readonly ColumnSchema[] = [{ name: 'code', type: 'string' }];
const ROWS: ExampleTable['rows'] = [
  [1, 2.5, 'apple', true, '2024-01-31T00:00:00'],
  [20, null, 'Äpfel', false, '2024-02-29T12:30:00'],
  [null, 10, null, null, null],
  [9007199254740993n, 0, '10%', true, '1969-12-31T23:59:59'],
];
const stock = { in: { columns: STOCK, rows: ROWS } };
const rows = (...indices: readonly number[]): ExampleTable => ({
  columns: STOCK,
  rows: indices.map((index) => ROWS[index] ?? []),
});

export const filterRowsExamples: readonly NodeExample[] = [
  {
    title: 'A number given as text is converted',
    rules: ['value-type'],
    config: { column: 'id', operator: '>=', value: '20' },
    inputs: stock,
    expected: rows(1, 3),
  },
  {
    title: 'Null is neither equal nor unequal to a value',
    rules: ['null-compare'],
    config: { column: 'price', operator: '!=', value: 10 },
    inputs: stock,
    expected: rows(0, 3),
  },
  {
    title: 'Integers are exact beyond 2^53',
    rules: ['bigint'],
    config: { column: 'id', operator: 'eq', value: '9007199254740993' },
    inputs: stock,
    expected: rows(3),
  },
  {
    title: 'A fraction between integers beyond 2^53 is exact',
    rules: ['bigint'],
    config: {
      column: 'id',
      operator: 'between',
      value: '9007199254740992.5',
      value2: '9007199254740993.5',
    },
    inputs: stock,
    expected: rows(3),
  },
  {
    title: 'A number beyond 64 bits is greater than every integer',
    config: { column: 'id', operator: '>=', value: '9223372036854775808' },
    inputs: stock,
    expected: rows(),
  },
  {
    title: 'A whole number with a point in a list is an integer',
    config: { column: 'id', operator: 'in', value: '1.0, 2.5, 9007199254740993.0' },
    inputs: stock,
    expected: rows(0, 3),
  },
  {
    title: 'A list as comma-separated text',
    rules: ['value-type'],
    config: { column: 'id', operator: 'in', value: '1, 20' },
    inputs: stock,
    expected: rows(0, 1),
  },
  {
    title: 'A list of texts',
    config: { column: 'name', operator: 'in', value: ['apple', '10%'] },
    inputs: stock,
    expected: rows(0, 3),
  },
  {
    title: 'Null in a list matches nothing, not even null',
    rules: ['null-compare'],
    config: { column: 'name', operator: 'in', value: ['apple', null] },
    inputs: stock,
    expected: rows(0),
  },
  {
    title: 'Between includes both bounds, and text compares by code point',
    rules: ['between-text', 'null-compare'],
    config: { column: 'name', operator: 'between', value: '10%', value2: 'apple' },
    inputs: stock,
    expected: rows(0, 3),
  },
  {
    title: 'A number is compared with the numbers that texts stand for: "10" is greater than 7',
    config: { column: 'code', operator: '>', value: 7 },
    inputs: { in: { columns: CODES, rows: [['10'], ['7'], [' 8.5'], ['many'], [''], [null]] } },
    expected: { columns: CODES, rows: [['10'], [' 8.5']] },
  },
  {
    title: 'A text that is no number is unequal to each number, and null is not',
    rules: ['null-compare'],
    config: { column: 'code', operator: '!=', value: 7 },
    inputs: { in: { columns: CODES, rows: [['7.0'], ['8'], ['many'], [''], ['NaN'], [null]] } },
    expected: { columns: CODES, rows: [['8'], ['many'], [''], ['NaN']] },
  },
  {
    title: 'A text is unequal to a number beyond 2^53 as exactly as it is equal',
    rules: ['bigint'],
    config: { column: 'code', operator: '!=', value: 9007199254740993n },
    inputs: {
      in: { columns: CODES, rows: [['9007199254740993'], ['9007199254740992'], ['x'], ['0.5']] },
    },
    expected: { columns: CODES, rows: [['9007199254740992'], ['x'], ['0.5']] },
  },
  {
    title: 'Numbers and texts in one list, each compared in its own way, exact beyond 2^53',
    rules: ['bigint'],
    config: { column: 'code', operator: 'in', value: [1, 'many', 9007199254740993n] },
    inputs: {
      in: {
        columns: CODES,
        rows: [['1.0'], ['many'], ['9007199254740993'], ['9007199254740992'], ['x'], [null]],
      },
    },
    expected: { columns: CODES, rows: [['1.0'], ['many'], ['9007199254740993']] },
  },
  {
    title: 'Between a number and a text, each bound in its own order',
    config: { column: 'code', operator: 'between', value: 5, value2: '9' },
    inputs: { in: { columns: CODES, rows: [['10'], ['1'], ['8'], ['95']] } },
    expected: { columns: CODES, rows: [['10'], ['8']] },
  },
  {
    title: 'Dates in ISO 8601',
    rules: ['value-type'],
    config: {
      column: 'day',
      operator: 'between',
      value: '2024-01-31',
      value2: '2024-02-29T12:30:00Z',
    },
    inputs: stock,
    expected: rows(0, 1),
  },
  {
    title: 'Booleans given as text',
    rules: ['value-type'],
    config: { column: 'sold', operator: '==', value: 'TRUE' },
    inputs: stock,
    expected: rows(0, 3),
  },
  {
    title: 'Contains matches literally, and numbers as text',
    rules: ['cast-text', 'null-compare'],
    config: { column: 'price', operator: 'contains', value: '.5' },
    inputs: stock,
    expected: rows(0),
  },
  {
    title: 'Starts with',
    config: { column: 'name', operator: 'startswith', value: 'Ä' },
    inputs: stock,
    expected: rows(1),
  },
  {
    title: 'Only nulls',
    rules: ['null-compare'],
    config: { column: 'name', operator: 'isnull', value: { any: 'thing' } },
    inputs: stock,
    expected: rows(2),
  },
  {
    title: 'A value of another type is an error',
    rules: ['errors'],
    config: { column: 'id', operator: '==', value: 'abc' },
    inputs: stock,
    expected: { error: /"abc" does not fit the column "id": it holds integers/ },
  },
  {
    title: 'A value null is an error that names the tests for nulls',
    config: { column: 'nothing', operator: '!=', value: null },
    inputs: stock,
    expected: { error: /"value": no cell equals null: the test "isnull".*"notnull"/ },
  },
  {
    title: 'Between needs its upper bound',
    config: { column: 'id', operator: 'between', value: 1 },
    inputs: stock,
    expected: { error: /value2/ },
  },
  {
    title: 'A config without a test or a value is an error with the defaults of old',
    config: { column: 'name' },
    inputs: stock,
    expected: {
      error:
        /"operator" is missing: filterRows needs it.*default until now was "==": write "operator": "==" to keep it.*"value" is missing.* was "": write "value": ""/,
    },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'prise', operator: 'isnull' },
    inputs: stock,
    expected: { error: /no column "prise".*"price"/ },
  },
];
