import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'n', type: 'integer' },
  { name: 's', type: 'string' },
  { name: 'x y', type: 'float' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  [9007199254740993n, 'Ada', 2.5, true, '2024-02-29T00:00:00'],
  [9007199254740992n, 'b😀', -0, false, '2024-01-01T12:30:00.5'],
  [null, null, null, null, null],
  [3, '', Infinity, true, null],
];
const data = { in: { columns: DATA, rows: ROWS } };

/** The expected table: the input and a further column. */
function withColumn(type: ColumnSchema['type'], cells: readonly JsonValue[]): ExampleTable {
  return {
    columns: [...DATA, { name: 'class', type }],
    rows: ROWS.map((row, index) => [...row, cells[index] ?? null]),
  };
}

const isBig = { column: 'n', operator: '>', value: 9007199254740992n };
const isOk = { column: 'ok', operator: '==', value: 'true' };

/** Worked examples of `conditionalColumn`. */
export const conditionalColumnExamples: readonly NodeExample[] = [
  {
    title: 'The first rule that matches has the result; null matches no comparison',
    rules: ['null-compare', 'value-type', 'bigint'],
    config: {
      new_column: 'class',
      rules: [
        { match: 'all', conditions: [isBig], result: 'big' },
        {
          match: 'all',
          conditions: [{ column: 'n', operator: '>=', value: '3' }],
          result: 'small',
        },
      ],
      default: 'none',
    },
    inputs: data,
    expected: withColumn('string', ['big', 'small', 'none', 'small']),
  },
  {
    title: 'All or any of the conditions of a rule; nulls are tested by isnull',
    config: {
      new_column: 'class',
      rules: [
        { conditions: [isOk, { column: 's', operator: 'startswith', value: 'A' }], result: 1 },
        { match: 'any', conditions: [isBig, { column: 'day', operator: 'isnull' }], result: 2 },
      ],
      default: 3,
    },
    inputs: data,
    expected: withColumn('integer', [1, 3, 2, 2]),
  },
  {
    title: 'A default of null is null',
    rules: ['cond-null'],
    config: {
      new_column: 'class',
      rules: [{ conditions: [{ column: 's', operator: '!=', value: 'Ada' }], result: true }],
      default: null,
    },
    inputs: data,
    expected: withColumn('boolean', [null, true, null, true]),
  },
  {
    title: 'A result can be null; integers and floats become floats',
    rules: ['cond-null', 'supertype'],
    config: {
      new_column: 'class',
      rules: [
        { conditions: [{ column: 'x y', operator: 'eq', value: 0 }], result: null },
        { conditions: [{ column: 'x y', operator: 'notnull' }], result: 0.5 },
      ],
      default: 9,
    },
    inputs: data,
    expected: withColumn('float', [0.5, null, 9, 0.5]),
  },
  {
    title: 'Without a default the other rows have null',
    rules: ['config-default', 'cond-null'],
    config: {
      new_column: 'class',
      rules: [{ conditions: [{ column: 'day', operator: '<', value: '2024-02-01' }], result: 7 }],
    },
    inputs: data,
    expected: withColumn('integer', [null, 7, null, null]),
  },
  {
    title: 'Mixed results are text',
    rules: ['supertype'],
    config: {
      new_column: 'class',
      rules: [{ conditions: [{ column: 'day', operator: '<', value: '2024-02-01' }], result: 7 }],
      default: '',
    },
    inputs: data,
    expected: withColumn('string', ['', '7', '', '']),
  },
  {
    title: 'A rule can be its only condition itself; without a test cells must equal the value',
    config: {
      new_column: 'class',
      rules: [
        { column: 's', value: 'Ada', result: 'a' },
        { conditions: [], column: 'x y', operator: '>', value: 5, result: 'b' },
        { conditions: null, column: 'n', operator: 'isnull' },
      ],
      default: 'c',
    },
    inputs: data,
    expected: withColumn('string', ['a', 'c', null, 'b']),
  },
  {
    title: 'A value null matches nothing, also with unequal',
    rules: ['null-compare'],
    config: {
      new_column: 'class',
      rules: [
        { column: 's', operator: '!=', value: null, result: 1 },
        { match: 'any', conditions: [{ column: 's', value: null }, isOk], result: 2 },
      ],
      default: 3,
    },
    inputs: data,
    expected: withColumn('integer', [2, 3, 3, 2]),
  },
  {
    title: 'A condition without a value is an error, whatever the columns of the input',
    config: { new_column: 'class', rules: [{ column: 'nothing', operator: '>' }] },
    inputs: data,
    expected: { error: /"rules\.0\.conditions\.0\.value": the test ">" needs a value/ },
  },
  {
    title: 'A condition without a column is an error',
    config: { new_column: 'class', rules: [{ value: 1, result: 2 }] },
    inputs: data,
    expected: { error: /"rules\.0\.conditions\.0\.column"/ },
  },
  {
    title: 'An existing column is replaced in place, from its own values',
    config: {
      new_column: 's',
      rules: [{ conditions: [{ column: 's', operator: 'contains', value: '😀' }], result: 'x' }],
      default: 'y',
    },
    inputs: data,
    expected: {
      columns: DATA,
      rows: ROWS.map((row, index) => row.with(1, ['y', 'x', 'y', 'y'][index] ?? null)),
    },
  },
  {
    title: 'An integer beyond 2^53 is compared exactly with a number as text',
    rules: ['bigint', 'value-type'],
    config: {
      new_column: 'class',
      rules: [
        {
          conditions: [{ column: 'n', operator: '==', value: '9007199254740993.0' }],
          result: 'a',
        },
        {
          conditions: [{ column: 'n', operator: '<', value: '9007199254740992.5' }],
          result: 'b',
        },
      ],
      default: 'c',
    },
    inputs: data,
    expected: withColumn('string', ['a', 'b', 'c', 'b']),
  },
  {
    title: 'A table without rows',
    config: { new_column: 'class', rules: [{ conditions: [isOk], result: 1 }], default: 0 },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { ...withColumn('integer', []), rows: [] },
  },
  {
    title: 'A list of no rules is an error',
    config: { new_column: 'class', rules: [] },
    inputs: data,
    expected: { error: /"rules".*at least one rule/ },
  },
  {
    title: 'The operators between and in are errors',
    config: {
      new_column: 'class',
      rules: [{ conditions: [{ column: 'n', operator: 'in', value: '1, 2' }], result: 1 }],
    },
    inputs: data,
    expected: { error: /"rules.0.conditions.0.operator".*must be one of/ },
  },
  {
    title: 'An unknown column is an error with the place and the nearest name',
    rules: ['missing-column', 'errors'],
    config: {
      new_column: 'class',
      rules: [{ conditions: [isBig, { column: 'dya', operator: 'isnull' }], result: 1 }],
    },
    inputs: data,
    expected: { error: /Rule 1, condition 2: .*dya.*day/ },
  },
  {
    title: 'A value that the column cannot hold is an error',
    config: {
      new_column: 'class',
      rules: [{ conditions: [{ column: 'n', operator: '>', value: 'many' }], result: 1 }],
    },
    inputs: data,
    expected: { error: /"many" does not fit the column "n"/ },
  },
  {
    title: 'A test for a part of a text reads a float as text, with a decimal place',
    rules: ['cast-text'],
    config: {
      new_column: 'class',
      rules: [{ conditions: [{ column: 'x y', operator: 'endswith', value: '.0' }], result: true }],
      default: false,
    },
    inputs: data,
    expected: withColumn('boolean', [false, true, false, false]),
  },
];
