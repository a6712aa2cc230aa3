import type { NodeExample } from '../../definition.ts';
import { passesEmpty, passesThrough, refused } from './chart-table.ts';

/** Worked examples of `chartBar`. */
export const chartBarExamples: readonly NodeExample[] = [
  passesThrough('Rows pass through; the sum of integers beyond 2^53 is exact', {
    title: 'Sales',
    x: 'shop',
    y: 'amount',
  }),
  passesThrough('Rows are counted without a column', { x: 'shop', aggregate: 'count' }),
  passesThrough('A series for each value of another column, with an odd name', {
    x: 'day',
    y: 'a "b", ü',
    aggregate: 'mean',
    group_by: 'shop',
    orientation: 'horizontal',
    limit: 1,
  }),
  passesThrough('Bars are in the order of their dates', {
    x: 'day',
    y: 'amount',
    sort: 'category',
    limit: 2,
  }),
  passesThrough('Bars are in the order in which their categories first appear', {
    x: 'shop',
    y: 'rate',
    group_by: 'open',
    sort: 'input',
  }),
  passesThrough('Booleans are 0 and 1', { x: 'shop', y: 'open', aggregate: 'sum' }),
  passesEmpty({ x: 'shop', y: 'rate', aggregate: 'median' }),
  {
    ...refused(
      'An unknown column fails with the nearest name',
      { x: 'shops', y: 'amount' },
      /"shops".*shop/,
    ),
    rules: ['missing-column', 'errors'],
  },
  refused('A sum needs a column', { x: 'shop' }, /the aggregate "sum" needs a column/),
  {
    ...refused(
      'A sum of dates fails',
      { x: 'open', y: 'day' },
      /"day" is of type datetime, but must be integer or float or boolean or string/,
    ),
    rules: ['agg-type'],
  },
  refused('The limit is at most 50', { x: 'shop', y: 'rate', limit: 51 }, /must be 50 or less/),
  refused(
    'An unknown aggregate fails',
    { x: 'shop', y: 'rate', aggregate: 'avg' },
    /aggregate.*mean/,
  ),
  refused(
    'An unknown order fails',
    { x: 'shop', y: 'rate', sort: 'name' },
    /must be one of value, category, input\. Did you mean "category"/,
  ),
];
