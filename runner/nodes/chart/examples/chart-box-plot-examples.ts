import type { NodeExample } from '../../definition.ts';
import { passesEmpty, passesThrough, refused } from './chart-table.ts';

/** Worked examples of `chartBoxPlot`. */
export const chartBoxPlotExamples: readonly NodeExample[] = [
  passesThrough('Rows pass through; quartiles of all rows', { title: 'Rates', column: 'rate' }),
  passesThrough('A box for each group, with large integers', {
    column: 'amount',
    group_by: 'shop',
  }),
  passesThrough('Booleans are 0 and 1', { column: 'open', group_by: 'day' }),
  passesEmpty({ column: 'a "b", ü', group_by: 'shop' }),
  {
    ...refused(
      'An unknown column fails with the nearest name',
      { column: 'rates' },
      /"rates".*rate/,
    ),
    rules: ['missing-column', 'errors'],
  },
  refused('An unknown group fails', { column: 'rate', group_by: 'shops' }, /"shops".*shop/),
  {
    ...refused('Dates have no quartiles', { column: 'day' }, /"day" is of type datetime/),
    rules: ['agg-type'],
  },
];
