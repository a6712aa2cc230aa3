import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonValue } from '../../../domain/json.ts';
import type { NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'a', type: 'integer' },
  { name: 'b', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'name', type: 'string' },
];
const ROWS: readonly (readonly JsonValue[])[] = [
  [7, -3, 0.25, 'straße'],
  [-7, 0, Infinity, '😀'],
  [0, 0, -0.45, ''],
  [null, 2, null, null],
  [3, 2, 0.35, 'e\u0301'],
];

/** An example that adds a column with these cells. */
function computed(
  title: string,
  expression: string,
  [type, cells]: readonly [ColumnSchema['type'], readonly JsonValue[]],
): NodeExample {
  return {
    title,
    config: { column_name: 'value', expression },
    inputs: { in: { columns: DATA, rows: ROWS } },
    expected: {
      columns: [...DATA, { name: 'value', type }],
      rows: ROWS.map((row, index) => [...row, cells[index] ?? null]),
    },
  };
}

/** Worked examples of `calculatedColumn` on the value of an expression. */
export const calculatedValueExamples: readonly NodeExample[] = [
  {
    ...computed('A comparison with null is null, and so is its negation', 'not (a > 0)', [
      'boolean',
      [false, true, true, null, false],
    ]),
    rules: ['expr-3vl'],
  },
  {
    ...computed(
      'Integers are divided to floats; by 0 they are infinite, and 0 by 0 is null',
      'a / b',
      ['float', [7 / -3, -Infinity, null, null, 1.5]],
    ),
    rules: ['expr-div', 'nan-null'],
  },
  {
    ...computed('The difference of two infinities is null', 'x - x', [
      'float',
      [0, null, 0, null, 0],
    ]),
    rules: ['nan-null'],
  },
  {
    ...computed('The remainder by a negative divisor is negative or 0', 'a % -3', [
      'integer',
      [-2, -1, 0, null, 0],
    ]),
    rules: ['expr-mod'],
  },
  {
    ...computed('A power of a power: the right one is computed first', '2 ** b ** 2', [
      'float',
      [512, 1, 1, 16, 16],
    ]),
    rules: ['expr-mod'],
  },
  {
    ...computed('A length is the number of code points', 'length(name)', [
      'integer',
      [6, 1, 0, null, 2],
    ]),
    rules: ['text-len'],
  },
  {
    ...computed(
      'One digit: the value times 10 is rounded, a half to the even number',
      'round(x, 1)',
      ['float', [0.2, Infinity, -0.4, null, 0.4]],
    ),
    rules: ['round'],
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column_name: 'value', expression: 'length(nome)' },
    inputs: { in: { columns: DATA, rows: ROWS } },
    expected: { error: /no column "nome".*"name"/ },
  },
];
