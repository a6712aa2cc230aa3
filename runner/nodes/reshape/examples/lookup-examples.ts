import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const ORDERS: ExampleTable = {
  columns: [
    { name: 'code', type: 'string' },
    { name: 'n', type: 'integer' },
  ],
  rows: [
    ['b', 9007199254740993n],
    [null, 2],
    ['x', null],
    ['a', 4],
    ['b', 5],
  ],
};
const CITIES: ExampleTable = {
  columns: [
    { name: 'city', type: 'string' },
    { name: 'code', type: 'string' },
    { name: 'people', type: 'integer' },
  ],
  rows: [
    ['Zürich', 'a', null],
    ['Oslo', 'b', 9007199254740993n],
    ['nowhere', null, 0],
    ['Bern', null, 1],
  ],
};
const WITH_CITY: readonly ColumnSchema[] = [...ORDERS.columns, { name: 'city', type: 'string' }];
const WITH_BOTH: readonly ColumnSchema[] = [...WITH_CITY, { name: 'people', type: 'integer' }];

/** Worked examples of `lookup`. */
export const lookupExamples: readonly NodeExample[] = [
  {
    title: 'Rows without a match get the default; a null of a match stays null',
    rules: ['join-cols', 'join-order', 'bigint'],
    config: { on: ['code'], defaults: { people: 0 } },
    inputs: { in: ORDERS, lookup: CITIES },
    expected: {
      columns: WITH_BOTH,
      rows: [
        ['b', 9007199254740993n, 'Oslo', 9007199254740993n],
        [null, 2, null, 0],
        ['x', null, null, 0],
        ['a', 4, 'Zürich', null],
        ['b', 5, 'Oslo', 9007199254740993n],
      ],
    },
  },
  {
    title: 'Without defaults, columns are null where nothing matches; a null key matches nothing',
    rules: ['join-null', 'config-default'],
    config: { on: ['code'], columns: ['city'] },
    inputs: { in: ORDERS, lookup: CITIES },
    expected: {
      columns: WITH_CITY,
      rows: [
        ['b', 9007199254740993n, 'Oslo'],
        [null, 2, null],
        ['x', null, null],
        ['a', 4, 'Zürich'],
        ['b', 5, 'Oslo'],
      ],
    },
  },
  {
    title: 'A lookup table without rows yields the defaults, read as the type of the column',
    rules: ['value-type'],
    config: { on: ['code'], defaults: { people: '-1', city: '' } },
    inputs: { in: ORDERS, lookup: { ...CITIES, rows: [] } },
    expected: {
      columns: WITH_BOTH,
      rows: ORDERS.rows.map((row) => [...row, '', -1]),
    },
  },
  {
    title: 'An input without rows stays without rows',
    config: { on: ['code'], defaults: { city: '?' } },
    inputs: { in: { ...ORDERS, rows: [] }, lookup: CITIES },
    expected: { columns: WITH_BOTH, rows: [] },
  },
  {
    title: 'A key that occurs twice in the lookup table is an error with the key',
    config: { on: ['code'] },
    inputs: {
      in: ORDERS,
      lookup: { ...CITIES, rows: [...CITIES.rows, ['Rome', 'a', 3]] },
    },
    expected: { error: /keys of the lookup table must be unique/ },
  },
  {
    title: 'A default of another type is an error',
    rules: ['errors'],
    config: { on: ['code'], defaults: { people: 'many' } },
    inputs: { in: ORDERS, lookup: CITIES },
    expected: { error: /"many" does not fit the column "people"/ },
  },
  {
    title: 'A default of a column that is not added is an error',
    config: { on: ['code'], columns: ['city'], defaults: { people: 1 } },
    inputs: { in: ORDERS, lookup: CITIES },
    expected: { error: /"people"/ },
  },
  {
    title: 'A column that the input has too gets a suffix; odd names are kept',
    rules: ['join-type'],
    config: { on: ['^k$'], defaults: { '*': '2024-02-29' } },
    inputs: {
      in: {
        columns: [
          { name: '^k$', type: 'float' },
          { name: '*', type: 'boolean' },
        ],
        rows: [
          [1, true],
          [2, null],
        ],
      },
      lookup: {
        columns: [
          { name: '*', type: 'datetime' },
          { name: '^k$', type: 'integer' },
        ],
        rows: [[null, 2]],
      },
    },
    expected: {
      columns: [
        { name: '^k$', type: 'float' },
        { name: '*', type: 'boolean' },
        { name: '*_lookup', type: 'datetime' },
      ],
      rows: [
        [1, true, '2024-02-29T00:00:00'],
        [2, null, null],
      ],
    },
  },
  {
    title: 'A column that has a suffixed name already is an error',
    rules: ['dup-columns'],
    config: { on: ['code'] },
    inputs: {
      in: {
        columns: [...ORDERS.columns, { name: 'n_lookup', type: 'integer' }],
        rows: [],
      },
      lookup: {
        columns: [
          { name: 'code', type: 'string' },
          { name: 'n', type: 'float' },
        ],
        rows: [],
      },
    },
    expected: { error: /"n_lookup" occurs more than once/ },
  },
  {
    title: 'Keys of other types are an error',
    rules: ['join-type'],
    config: { on: ['code'] },
    inputs: {
      in: ORDERS,
      lookup: {
        columns: [
          { name: 'code', type: 'integer' },
          { name: 'city', type: 'string' },
        ],
        rows: [],
      },
    },
    expected: { error: /"code" \(string\) and "code" \(integer\) cannot be equal/ },
  },
  {
    title: 'An unknown key is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { on: ['kode'] },
    inputs: { in: ORDERS, lookup: CITIES },
    expected: { error: /no column "kode".*"code"/ },
  },
];
