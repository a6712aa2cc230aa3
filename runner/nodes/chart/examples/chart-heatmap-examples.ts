import type { NodeExample } from '../../definition.ts';
import { passesEmpty, passesThrough, refused } from './chart-table.ts';

/** Worked examples of `chartHeatmap`. */
export const chartHeatmapExamples: readonly NodeExample[] = [
  passesThrough('Rows pass through; all columns of numbers are correlated', { title: 'All' }),
  passesThrough('Named columns are correlated, and those without numbers are dropped', {
    columns: ['rate', 'shop', 'open', 'a "b", ü'],
  }),
  passesEmpty({}),
  {
    ...refused(
      'An unknown column fails with the nearest name',
      { columns: ['rates'] },
      /"rates".*rate/,
    ),
    rules: ['missing-column', 'errors'],
  },
  {
    ...passesThrough('A column that is named twice is shown once', {
      columns: ['rate', 'amount', 'rate'],
    }),
    rules: ['dup-columns'],
  },
  refused(
    'There are at most 12 columns',
    { columns: Array.from({ length: 13 }, (_, at) => `rate ${at}`) },
    /at most 12 columns/,
  ),
];
