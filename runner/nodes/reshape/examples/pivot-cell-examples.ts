import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const READINGS: readonly ColumnSchema[] = [
  { name: 'key', type: 'string' },
  { name: 'head', type: 'string' },
  { name: 'x', type: 'float' },
  { name: 'ok', type: 'boolean' },
];
const inputs = {
  in: {
    columns: READINGS,
    rows: [
      ['k', 'a', 4, true],
      ['k', 'b', Infinity, null],
      ['k', 'a', 1, true],
      ['k', 'b', -Infinity, null],
    ],
  },
};

/** Worked examples of `pivot` on the values of its cells. */
export const pivotCellExamples: readonly NodeExample[] = [
  {
    title: 'The median of two values is halfway between them; between infinities there is none',
    rules: ['quantile', 'nan-null'],
    config: {
      index: ['key'],
      columns: 'head',
      values: 'x',
      aggfunc: 'median',
      heads: ['a', 'b'],
    },
    inputs,
    expected: {
      columns: [
        { name: 'key', type: 'string' },
        { name: 'a', type: 'float' },
        { name: 'b', type: 'float' },
      ],
      rows: [['k', 2.5, null]],
    },
  },
  {
    title: 'The sum of booleans is the number of true values',
    rules: ['agg-bool', 'agg-null'],
    config: { index: ['key'], columns: 'head', values: 'ok', heads: ['a', 'b'] },
    inputs,
    expected: {
      columns: [
        { name: 'key', type: 'string' },
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'integer' },
      ],
      rows: [['k', 2, 0]],
    },
  },
  {
    title: 'No row of a column of nulls has a head that is a value',
    config: { index: ['key'], columns: 'head', values: 'x', heads: [true, null] },
    inputs: {
      in: {
        columns: [
          { name: 'key', type: 'string' },
          { name: 'head', type: 'null' },
          { name: 'x', type: 'float' },
        ],
        rows: [['k', null, 4]],
      },
    },
    expected: {
      columns: [
        { name: 'key', type: 'string' },
        { name: 'true', type: 'float' },
        { name: 'null', type: 'float' },
      ],
      rows: [['k', null, 4]],
    },
  },
];
