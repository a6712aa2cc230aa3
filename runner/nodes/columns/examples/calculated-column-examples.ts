import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';
import { calculatedValueExamples } from './calculated-value-examples.ts';

const ORDERS: readonly ColumnSchema[] = [
  { name: 'quantity', type: 'integer' },
  { name: 'price', type: 'float' },
  { name: 'name', type: 'string' },
];
const ROWS: ExampleTable['rows'] = [
  [2, 1.5, 'ann'],
  [null, 4, 'straße'],
  [0, 0, null],
  [9007199254740993n, null, 'Bob'],
];

export const calculatedColumnExamples: readonly NodeExample[] = [
  {
    title: 'A product with null is null',
    config: { column_name: 'total', expression: 'quantity * price' },
    inputs: { in: { columns: ORDERS, rows: ROWS.slice(0, 3) } },
    expected: {
      columns: [...ORDERS, { name: 'total', type: 'float' }],
      rows: [
        [2, 1.5, 'ann', 3],
        [null, 4, 'straße', null],
        [0, 0, null, 0],
      ],
    },
  },
  {
    title: 'A column with the same name is replaced in place, and integers stay exact',
    rules: ['bigint'],
    config: { column_name: 'quantity', expression: 'quantity + 1' },
    inputs: { in: { columns: ORDERS, rows: ROWS } },
    expected: {
      columns: ORDERS,
      rows: [
        [3, 1.5, 'ann'],
        [null, 4, 'straße'],
        [1, 0, null],
        [9007199254740994n, null, 'Bob'],
      ],
    },
  },
  {
    title: 'Division by zero: 0 / 0 is null',
    config: { column_name: 'ratio', expression: 'price / quantity' },
    inputs: { in: { columns: ORDERS, rows: ROWS.slice(0, 3) } },
    expected: {
      columns: [...ORDERS, { name: 'ratio', type: 'float' }],
      rows: [
        [2, 1.5, 'ann', 0.75],
        [null, 4, 'straße', null],
        [0, 0, null, null],
      ],
    },
  },
  {
    title: 'A strict cast fails the node for each row, also where if takes the other value',
    rules: ['errors'],
    config: { column_name: 'number', expression: "if(name = 'Bob', 0, cast(name as integer))" },
    inputs: { in: { columns: [{ name: 'name', type: 'string' }], rows: [['1'], ['Bob']] } },
    expected: { error: /Bob/ },
  },
  {
    title: 'Strict casts within cases, of which no value fails',
    config: {
      column_name: 'cast',
      expression:
        'case when quantity > 1 then cast(cast as integer) + cast(price as integer)' +
        " when quantity = 0 then if(price is null, -1, cast(cast as integer) * 2) else cast('7' as integer) end",
    },
    inputs: {
      in: {
        columns: [
          { name: 'quantity', type: 'integer' },
          { name: 'price', type: 'float' },
          { name: 'cast', type: 'string' },
        ],
        rows: [
          [2, 3, ' 4 '],
          [0, 5, '6'],
          [0, null, null],
          [null, 1, '8'],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'quantity', type: 'integer' },
        { name: 'price', type: 'float' },
        { name: 'cast', type: 'integer' },
      ],
      rows: [
        [2, 3, 7],
        [0, 5, 12],
        [0, null, -1],
        [null, 1, 7],
      ],
    },
  },
  {
    title: 'A case expression with full Unicode case mapping',
    rules: ['text-case', 'cast-text'],
    config: {
      column_name: 'label',
      expression: "case when price > 1 then upper(name) else concat('no ', quantity) end",
    },
    inputs: { in: { columns: ORDERS, rows: ROWS } },
    expected: {
      columns: [...ORDERS, { name: 'label', type: 'string' }],
      rows: [
        [2, 1.5, 'ann', 'ANN'],
        [null, 4, 'straße', 'STRASSE'],
        [0, 0, null, 'no 0'],
        [9007199254740993n, null, 'Bob', 'no 9007199254740993'],
      ],
    },
  },
  {
    title: 'The remainder has the sign of the divisor, and // rounds down',
    rules: ['expr-mod'],
    config: { column_name: 'parts', expression: '(0 - quantity) // 3 * 10 + (0 - quantity) % 3' },
    inputs: { in: { columns: ORDERS, rows: ROWS.slice(0, 3) } },
    expected: {
      columns: [...ORDERS, { name: 'parts', type: 'integer' }],
      rows: [
        [2, 1.5, 'ann', -9],
        [null, 4, 'straße', null],
        [0, 0, null, 0],
      ],
    },
  },
  {
    title: 'Adding text and a number is an error',
    config: { column_name: 'x', expression: 'name + 1' },
    inputs: { in: { columns: ORDERS, rows: ROWS } },
    expected: { error: /Cannot add text.*line 1, column 6/ },
  },
  {
    title: 'A syntax error names its position',
    rules: ['errors'],
    config: { column_name: 'x', expression: 'quantity +' },
    inputs: { in: { columns: ORDERS, rows: ROWS } },
    expected: { error: /"expression".*ends too early.*line 1, column 11/ },
  },
  {
    title: 'A column named self is replaced in place',
    config: { column_name: 'self', expression: 'self + self_' },
    inputs: {
      in: {
        columns: [
          { name: 'self', type: 'integer' },
          { name: 'self_', type: 'integer' },
        ],
        rows: [
          [1, 10],
          [2, null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'self', type: 'integer' },
        { name: 'self_', type: 'integer' },
      ],
      rows: [
        [11, 10],
        [null, null],
      ],
    },
  },
  {
    title: 'A new column named self comes last',
    config: { column_name: 'self', expression: 'quantity' },
    inputs: { in: { columns: ORDERS, rows: ROWS.slice(0, 1) } },
    expected: {
      columns: [...ORDERS, { name: 'self', type: 'integer' }],
      rows: [[2, 1.5, 'ann', 2]],
    },
  },
  ...calculatedValueExamples,
];
