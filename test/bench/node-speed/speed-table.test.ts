import type { NodeCost } from './measure.ts';
import { speedTable } from './speed-table.ts';

it('marks each ratio beyond its bound, counts the rows with one, and lists the bounds of nodes', () => {
  const cost = (seconds: number, peakMb: number, fixedSeconds = 0): NodeCost => ({
    run: { seconds: 2 * seconds, processorSeconds: seconds },
    fixed: { seconds: 1, processorSeconds: fixedSeconds },
    peakMb,
    rows: 1,
    columns: ['id'],
  });
  const speeds = [
    {
      node: 'sort',
      engine: 'polars',
      rows: 1_000_000,
      ours: cost(0.5, 100, 0.2),
      baseline: cost(0.3, 90, 0.1),
    },
    {
      node: 'sort',
      engine: 'pandas',
      rows: 1_000_000,
      ours: cost(0.3, 200),
      baseline: cost(0.2, 100),
    },
    {
      node: 'sort',
      engine: 'pandas',
      rows: 100_000,
      ours: cost(0.007, 90),
      baseline: cost(0.001, 90),
    },
  ] as const;
  const libraries = [
    { rows: 100_000, ours: 0.028, baseline: 0.02 },
    { rows: 1_000_000, ours: 0.18, baseline: 0.15 },
  ];
  const page = speedTable(speeds, libraries, 'Python 3');
  expect(page.split('\n').slice(-4)).toEqual([
    '| sort | pandas | 100,000 | 7 | 7 | 1 | 1 | 1.40 | 90 | 90 | 1.00 |',
    '| sort | pandas | 1,000,000 | 300 | 300 | 200 | 200 | 1.50 | 200 | 100 | **2.00** |',
    '| sort | polars | 1,000,000 | 500 | 300 | 300 | 200 | **1.67** | 100 | 90 | 1.11 |',
    '',
  ]);
  expect(page).toContain('takes 1.40 × (100,000 rows) and 1.20 × (1,000,000 rows) the time');
  expect(page).toContain('2 of 3 rows miss one');
  expect(page).toContain('- removeDuplicates on polars has the bound 2.5 ×: a run reports');
});
