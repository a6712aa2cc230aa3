import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const VISITS: readonly ColumnSchema[] = [
  { name: 'city', type: 'string' },
  { name: 'visits', type: 'integer' },
  { name: 'no', type: 'integer' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 2, 1],
  [null, 1, 2],
  ['a', null, 3],
  ['b', 2, 4],
  ['Z', 9007199254740993n, 5],
  ['a', 3, 6],
  ['é', 9007199254740992n, 7],
];

export const sortRowsExamples: readonly NodeExample[] = [
  {
    title: 'Text by code point, nulls last, ties in input order',
    rules: ['sort', 'config-default'],
    config: { columns: ['city'] },
    inputs: { in: { columns: VISITS, rows: ROWS } },
    expected: {
      columns: VISITS,
      rows: [
        ['Z', 9007199254740993n, 5],
        ['a', null, 3],
        ['a', 3, 6],
        ['b', 2, 1],
        ['b', 2, 4],
        ['é', 9007199254740992n, 7],
        [null, 1, 2],
      ],
    },
  },
  {
    title: 'A descending sort also keeps the order of ties, and nulls come first if requested',
    rules: ['sort', 'bigint'],
    config: { columns: ['visits'], ascending: false, na_position: 'first' },
    inputs: { in: { columns: VISITS, rows: ROWS } },
    expected: {
      columns: VISITS,
      rows: [
        ['a', null, 3],
        ['Z', 9007199254740993n, 5],
        ['é', 9007199254740992n, 7],
        ['a', 3, 6],
        ['b', 2, 1],
        ['b', 2, 4],
        [null, 1, 2],
      ],
    },
  },
  {
    title: 'Two columns with different directions',
    rules: ['sort'],
    config: { columns: ['city', 'no'], ascending: [true, false] },
    inputs: { in: { columns: VISITS, rows: ROWS } },
    expected: {
      columns: VISITS,
      rows: [
        ['Z', 9007199254740993n, 5],
        ['a', 3, 6],
        ['a', null, 3],
        ['b', 2, 4],
        ['b', 2, 1],
        ['é', 9007199254740992n, 7],
        [null, 1, 2],
      ],
    },
  },
  {
    title: 'Too many directions are an error',
    config: { columns: ['city'], ascending: [true, false] },
    inputs: { in: { columns: VISITS, rows: ROWS } },
    expected: { error: /1 columns? .*2 directions/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { columns: ['city', 'visit'] },
    inputs: { in: { columns: VISITS, rows: ROWS } },
    expected: { error: /no column "visit".*"visits"/ },
  },
];
