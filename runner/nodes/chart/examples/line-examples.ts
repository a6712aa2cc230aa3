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
    ...passesThrough('A series that is named twice is drawn once', {
      x: 'day',
      y_columns: ['rate', 'rate', ''],
    }),
    rules: ['dup-columns'],
  },
  {
    ...refused(
      'A mean of dates fails',
      { x: 'shop', y_columns: ['rate', 'day'] },
      /"day" is of type datetime, but must be integer or float or boolean or string/,
    ),
    rules: ['agg-type'],
  },
  refused(
    'There are at most 8 series',
    { x: 'day', y_columns: Array.from({ length: 9 }, (_, at) => `rate ${at}`) },
    /at most 8 columns/,
  ),
];
