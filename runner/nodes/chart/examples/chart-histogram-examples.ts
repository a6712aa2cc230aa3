import type { NodeExample } from '../../definition.ts';
import { passesEmpty, passesThrough, refused } from './chart-table.ts';

/** Worked examples of `chartHistogram`. */
export const chartHistogramExamples: readonly NodeExample[] = [
  passesThrough('Rows pass through and their values are counted in bins', {
    title: 'Rates',
    column: 'rate',
    bins: 4,
  }),
  passesThrough('Large integers are counted, in 20 bins', { column: 'amount' }),
  passesThrough('Booleans are 0 and 1', { column: 'open', bins: 2 }),
  passesThrough('A column of texts has no bins', { column: 'shop' }),
  passesEmpty({ column: 'a "b", ü' }),
  {
    ...refused(
      'An unknown column fails with the nearest name',
      { column: 'rates' },
      /"rates".*rate/,
    ),
    rules: ['missing-column', 'errors'],
  },
  refused('There are at most 100 bins', { column: 'rate', bins: 101 }, /must be 100 or less/),
  refused('There is at least one bin', { column: 'rate', bins: 0 }, /must be 1 or more/),
];
