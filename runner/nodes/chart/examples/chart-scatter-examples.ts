import type { NodeExample } from '../../definition.ts';
import { passesEmpty, passesThrough, refused } from './chart-table.ts';

/** Worked examples of `chartScatter`. */
export const chartScatterExamples: readonly NodeExample[] = [
  passesThrough('Rows pass through; a row with both values is a point', {
    title: 'Rates',
    x: 'amount',
    y: 'rate',
  }),
  passesThrough('Dates and booleans are coordinates too', { x: 'day', y: 'open' }),
  passesEmpty({ x: 'rate', y: 'a "b", ü' }),
  {
    ...refused(
      'An unknown column fails with the nearest name',
      { x: 'rates', y: 'day' },
      /"rates".*rate/,
    ),
    rules: ['missing-column', 'errors'],
  },
  refused('x and y are two columns', { x: 'rate', y: 'rate' }, /must be another column than x/),
];
