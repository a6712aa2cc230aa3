import type { NodeExample } from '../../definition.ts';
import { passesEmpty, passesThrough, refused } from './chart-table.ts';

/** Worked examples of `chartPie`. */
export const chartPieExamples: readonly NodeExample[] = [
  passesThrough('Rows pass through and are counted by category', { category: 'shop' }),
  passesThrough('Slices are aggregates of a column', {
    title: 'Amount',
    category: 'day',
    value: 'amount',
    aggregate: 'max',
    limit: 2,
  }),
  passesThrough('The values of a column that are not null are counted', {
    category: 'open',
    value: 'day',
  }),
  passesThrough('Slices are in the order of their categories', {
    category: 'shop',
    sort: 'category',
  }),
  passesEmpty({ category: 'shop' }),
  {
    ...refused(
      'An unknown category fails with the nearest name',
      { category: 'shops' },
      /"shops".*shop/,
    ),
    rules: ['missing-column', 'errors'],
  },
  refused(
    'A mean needs a column',
    { category: 'shop', aggregate: 'mean' },
    /the aggregate "mean" needs a column/,
  ),
  {
    ...refused(
      'A mean of dates fails',
      { category: 'shop', value: 'day', aggregate: 'mean' },
      /"day" is of type datetime/,
    ),
    rules: ['agg-type'],
  },
  refused('The limit is at least 2', { category: 'shop', limit: 1 }, /must be 2 or more/),
];
