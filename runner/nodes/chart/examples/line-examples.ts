import type { NodeExample } from '../../definition.ts';
import { passesEmpty, passesThrough, refused } from './chart-table.ts';

/** The examples of charts of points by ascending x. */
export const lineExamples: readonly NodeExample[] = [
  passesThrough('Rows pass through; series are means by time', {
    title: 'Rates',
    x: 'day',
    y_columns: ['rate', 'a "b", ü'],
  }),
  passesThrough('The sum of integers beyond 2^53 is exact', {
    x: 'shop',
    y_columns: ['amount'],
    aggregate: 'sum',
  }),
  passesThrough('x can be a series too', { x: 'rate', y_columns: ['rate', 'open'] }),
  passesEmpty({ x: 'day', y_columns: ['rate'], aggregate: 'median' }),
  {
    ...refused(
      'An unknown x fails with the nearest name',
      { x: 'days', y_columns: ['rate'] },
      /"days".*day/,
    ),
    rules: ['missing-column', 'errors'],
  },
  refused('A series is needed', { x: 'day', y_columns: [] }, /needs at least one column/),
  {
    ...refused(
      'A series is named once',
      { x: 'day', y_columns: ['rate', 'rate'] },
      /"rate" occurs more than once/,
    ),
    rules: ['dup-columns'],
  },
  {
    ...refused(
      'A mean of texts fails',
      { x: 'day', y_columns: ['rate', 'shop'] },
      /"shop" is of type string, but must be integer or float or boolean/,
    ),
    rules: ['agg-type'],
  },
  refused(
    'There are at most 8 series',
    { x: 'day', y_columns: Array.from({ length: 9 }, () => 'rate') },
    /at most 8 columns/,
  ),
];
