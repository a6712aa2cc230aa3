import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

const PRICE: readonly ColumnSchema[] = [
  { name: 'item', type: 'string' },
  { name: 'preis €', type: 'float' },
];
const COUNT: readonly ColumnSchema[] = [{ name: 'n', type: 'integer' }];

/** Worked examples of `roundNumbers`. */
export const roundNumbersExamples: readonly NodeExample[] = [
  {
    title: 'Halves go to the even neighbour, and null stays null',
    rules: ['round', 'config-default'],
    config: { columns: ['preis €'] },
    inputs: {
      in: {
        columns: PRICE,
        rows: [
          ['a', 0.5],
          ['b', 1.5],
          ['c', 2.5],
          ['d', -2.5],
          ['e', -0.4],
          [null, null],
          ['f', 7],
        ],
      },
    },
    expected: {
      columns: PRICE,
      rows: [
        ['a', 0],
        ['b', 2],
        ['c', 2],
        ['d', -2],
        ['e', 0],
        [null, null],
        ['f', 7],
      ],
    },
  },
  {
    title: 'Two decimals: the value times 100 is rounded',
    rules: ['round'],
    config: { columns: ['preis €'], decimals: 2 },
    inputs: {
      in: {
        columns: PRICE,
        rows: [
          ['a', 0.125],
          ['b', 2.675],
          ['c', -1.005],
          ['d', 123456789.125],
          ['e', 1e22],
          ['f', -0.001],
        ],
      },
    },
    expected: {
      columns: PRICE,
      rows: [
        ['a', 0.12],
        ['b', 2.68],
        ['c', -1],
        ['d', 123456789.12],
        ['e', 1e22],
        ['f', 0],
      ],
    },
  },
  {
    title: 'Negative decimals round integers to tens, exactly beyond 2^53',
    rules: ['round', 'bigint'],
    config: { columns: ['n'], decimals: -1 },
    inputs: {
      in: {
        columns: COUNT,
        rows: [[15], [25], [-15], [-26], [4], [null], [9007199254740993n], [9223372036854775804n]],
      },
    },
    expected: {
      columns: COUNT,
      rows: [[20], [20], [-20], [-30], [0], [null], [9007199254740990n], [9223372036854775800n]],
    },
  },
  {
    title: 'Negative decimals round floats to hundreds',
    config: { columns: ['preis €'], decimals: -2 },
    inputs: {
      in: {
        columns: PRICE,
        rows: [
          ['a', 150],
          ['b', 250],
          ['c', 1234.5],
          ['d', -49],
        ],
      },
    },
    expected: {
      columns: PRICE,
      rows: [
        ['a', 200],
        ['b', 200],
        ['c', 1200],
        ['d', 0],
      ],
    },
  },
  {
    title: 'Decimals do not change integers, also beside nulls',
    config: { columns: ['n'], decimals: 2 },
    inputs: { in: { columns: COUNT, rows: [[9007199254740993n], [null], [-3]] } },
    expected: { columns: COUNT, rows: [[9007199254740993n], [null], [-3]] },
  },
  {
    title: 'A column of nulls and a table without rows stay as they are',
    config: { columns: ['none', 'preis €'], decimals: 1 },
    inputs: { in: { columns: [{ name: 'none', type: 'null' }, ...PRICE], rows: [] } },
    expected: { columns: [{ name: 'none', type: 'null' }, ...PRICE], rows: [] },
  },
  {
    title: 'Text is an error',
    config: { columns: ['preis €', 'item'] },
    inputs: { in: { columns: PRICE, rows: [] } },
    expected: { error: /"item" is of type string, but must be integer or float/ },
  },
  {
    title: 'A column that occurs twice is an error',
    rules: ['dup-columns'],
    config: { columns: ['n', 'n'] },
    inputs: { in: { columns: COUNT, rows: [] } },
    expected: { error: /"n" occurs more than once/ },
  },
  {
    title: 'An unknown column is an error that names the nearest one',
    rules: ['missing-column', 'errors'],
    config: { columns: ['preis e'] },
    inputs: { in: { columns: PRICE, rows: [] } },
    expected: { error: /no column "preis e".*"preis €"/ },
  },
  {
    title: 'More than 18 decimals are an error',
    config: { columns: ['n'], decimals: 19 },
    inputs: { in: { columns: COUNT, rows: [] } },
    expected: { error: /"decimals".*18 or less/ },
  },
];
