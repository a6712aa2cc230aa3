import type { BoxPlotArtifact } from '../../../runner/charts/chart-artifact.ts';
import { SALES } from '../../../runner/nodes/chart/examples/chart-table.ts';
import type { ExampleTable } from '../../../runner/nodes/definition.ts';
import { drawCharts } from '../../support/chart-engines.ts';

async function groupsOf(
  config: { readonly column: string; readonly group_by?: string },
  table: ExampleTable,
): Promise<BoxPlotArtifact> {
  const [first, second] = await drawCharts('chartBoxPlot', config, table);
  expect(second).toEqual(first);
  return first as BoxPlotArtifact;
}

const numbers = (values: readonly (number | null)[]): ExampleTable => ({
  columns: [{ name: 'v', type: 'float' }],
  rows: values.map((value) => [value]),
});

describe('a box plot', () => {
  it('interpolates quartiles linearly, ends its whiskers at values that are no outliers, and counts outliers', async () => {
    // As numpy.percentile([1, 2, 3, 4, 40, -30], [25, 50, 75]).
    const chart = await groupsOf({ column: 'v' }, numbers([40, 1, null, 3, 2, Infinity, 4, -30]));
    expect(chart).toEqual({
      kind: 'boxplot',
      rows_seen: 8,
      column: 'v',
      group_by: null,
      groups: [
        { label: 'v', min: 1, q1: 1.25, median: 2.5, q3: 3.75, max: 4, outliers: 2, count: 6 },
      ],
      total_groups: 1,
    });
  });

  it.each([
    [[5], { min: 5, q1: 5, median: 5, q3: 5, max: 5, outliers: 0, count: 1 }],
    [[1, 2], { min: 1, q1: 1.25, median: 1.5, q3: 1.75, max: 2, outliers: 0, count: 2 }],
    [[9, 1, 5], { min: 1, q1: 3, median: 5, q3: 7, max: 9, outliers: 0, count: 3 }],
    [[2, 2, 2, 2, 3], { min: 2, q1: 2, median: 2, q3: 2, max: 2, outliers: 1, count: 5 }],
    [[0, 10, 10, 10, 11], { min: 10, q1: 10, median: 10, q3: 10, max: 10, outliers: 2, count: 5 }],
    // The only value below the box is an outlier: the whisker ends at the box.
    [[-100, 0, 0, 0], { min: -25, q1: -25, median: 0, q3: 0, max: 0, outliers: 1, count: 4 }],
    [[0, 0, 0, 100], { min: 0, q1: 0, median: 0, q3: 25, max: 25, outliers: 1, count: 4 }],
  ])('has the quartiles of %j', async (values, expected) => {
    const { groups } = await groupsOf({ column: 'v' }, numbers(values));
    expect(groups).toEqual([{ label: 'v', ...expected }]);
  });

  it('has a box for each group, the largest first, with exact integers', async () => {
    const { groups, total_groups: total } = await groupsOf(
      { column: 'amount', group_by: 'shop' },
      SALES,
    );
    expect(total).toBe(3);
    expect(groups.map(({ label, count }) => [label, count])).toEqual([
      ['b', 2],
      ['a', 1],
      ['日本', 1],
    ]);
    expect(groups[0]).toMatchObject({ min: 2, max: 9007199254740993n });
  });

  it('shows the 12 groups with the most values, and null as (blank)', async () => {
    const table: ExampleTable = {
      columns: [
        { name: 'g', type: 'integer' },
        { name: 'v', type: 'integer' },
      ],
      rows: Array.from({ length: 14 }, (_, group) =>
        Array.from({ length: group + 1 }, (_cell, value) => [group === 13 ? null : group, value]),
      ).flat(),
    };
    const { groups, total_groups: total } = await groupsOf({ column: 'v', group_by: 'g' }, table);
    expect(total).toBe(14);
    expect(groups.map(({ label }) => label)).toEqual([
      '(blank)',
      ...Array.from({ length: 11 }, (_, index) => `${12 - index}`),
    ]);
  });

  it('has boxes of their own for null and for a text that is (blank)', async () => {
    const table: ExampleTable = {
      columns: [
        { name: 'g', type: 'string' },
        { name: 'v', type: 'integer' },
      ],
      rows: [
        [null, 1],
        ['(blank)', 2],
        [null, 3],
      ],
    };
    const { groups } = await groupsOf({ column: 'v', group_by: 'g' }, table);
    expect(groups.map(({ label, median }) => [label, median])).toEqual([
      ['(null)', 2],
      ['(blank)', 2],
    ]);
  });

  it('has no box without values', async () => {
    const { groups, total_groups: total } = await groupsOf({ column: 'v' }, numbers([null]));
    expect([groups, total]).toEqual([[], 0]);
  });
});
