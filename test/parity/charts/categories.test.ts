import type { JsonObject } from '../../../runner/domain/json.ts';
import { SALES } from '../../../runner/nodes/chart/examples/chart-table.ts';
import type { ExampleTable } from '../../../runner/nodes/definition.ts';
import { drawCharts } from '../../support/chart-engines.ts';

/** Twenty-seven shops: one with 27 sales, one with 26 and so on; the last has the greatest amount. */
const MANY: ExampleTable = {
  columns: [
    { name: 'shop', type: 'integer' },
    { name: 'amount', type: 'float' },
    { name: 'kind', type: 'string' },
  ],
  rows: Array.from({ length: 27 }, (_, shop) =>
    Array.from({ length: 27 - shop }, (_cell, sale) => [shop, sale + shop, `k${sale}`]),
  ).flat(),
};

/** Nulls, and texts that begin as the label of null does. */
const BLANKS: ExampleTable = {
  columns: [
    { name: 'text', type: 'string' },
    { name: 'n', type: 'integer' },
  ],
  rows: [
    ['(blank)', 1],
    [null, 2],
    ['(blank)', 2],
    [null, 4],
    ['(blank) ', 8],
  ],
};

const entries = (...pairs: readonly (readonly [string, unknown])[]): unknown =>
  pairs.map(([label, value]) => ({ label, value }));

interface Case {
  readonly title: string;
  readonly type: string;
  readonly config: JsonObject;
  readonly table?: ExampleTable;
  readonly expected: unknown;
}

const CASES: readonly Case[] = [
  {
    title: 'bars are exact, sorted by value, and null is (blank) and the last of nothing',
    type: 'chartBar',
    config: { x: 'shop', y: 'amount', title: 'Sales' },
    expected: {
      kind: 'bar',
      rows_seen: 5,
      title: 'Sales',
      x: 'shop',
      y: 'amount',
      aggregate: 'sum',
      orientation: 'vertical',
      data: entries(['b', 9007199254740995n], ['a', 3], ['日本', 3], ['(blank)', 0]),
      total_categories: 4,
    },
  },
  {
    title: 'bars without values are last',
    type: 'chartBar',
    config: { x: 'shop', y: 'rate', aggregate: 'mean', orientation: 'horizontal' },
    expected: {
      kind: 'bar',
      rows_seen: 5,
      x: 'shop',
      y: 'rate',
      aggregate: 'mean',
      orientation: 'horizontal',
      data: entries(['(blank)', 4], ['b', 0.75], ['日本', 0.5], ['a', null]),
      total_categories: 4,
    },
  },
  {
    title: 'rows are counted without a column, and dates are labels',
    type: 'chartBar',
    config: { x: 'day', aggregate: 'count' },
    expected: {
      kind: 'bar',
      rows_seen: 5,
      x: 'day',
      y: null,
      aggregate: 'count',
      orientation: 'vertical',
      data: entries(['2024-02-29 00:00:00', 2], ['(blank)', 2], ['2024-01-01 12:30:00.500', 1]),
      total_categories: 3,
    },
  },
  {
    title: 'the values of a column are counted without nulls',
    type: 'chartPie',
    config: { category: 'open', value: 'shop' },
    expected: {
      kind: 'pie',
      rows_seen: 5,
      category: 'open',
      value: 'shop',
      aggregate: 'count',
      data: entries(['true', 3], ['(blank)', 1], ['false', 0]),
      total_categories: 3,
    },
  },
  {
    title: 'the mean of Other is that of its rows, not of its categories',
    type: 'chartBar',
    config: { x: 'shop', y: 'amount', aggregate: 'mean', limit: 1 },
    table: MANY,
    expected: expect.objectContaining({
      data: entries(['26', 26], ['Other', 6526 / 377]),
    }),
  },
  {
    title: 'the median of Other is that of its rows',
    type: 'chartPie',
    config: { category: 'shop', value: 'amount', aggregate: 'median', limit: 2 },
    table: MANY,
    expected: expect.objectContaining({ data: entries(['26', 26], ['25', 25.5], ['Other', 18]) }),
  },
  {
    title: 'there are 25 bars and Other',
    type: 'chartBar',
    config: { x: 'shop', aggregate: 'count' },
    table: MANY,
    expected: expect.objectContaining({
      total_categories: 27,
      data: [
        ...Array.from({ length: 25 }, (_, shop) => ({ label: `${shop}`, value: 27 - shop })),
        { label: 'Other', value: 3 },
      ],
    }),
  },
  {
    title: 'series beyond 8 are Other, in the rest too',
    type: 'chartBar',
    config: { x: 'shop', y: 'amount', aggregate: 'max', group_by: 'kind', limit: 2 },
    table: MANY,
    expected: expect.objectContaining({
      series: ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'Other'],
      total_series: 27,
      total_categories: 27,
      group_by: 'kind',
      rows: [
        { label: '0', k0: 0, k1: 1, k2: 2, k3: 3, k4: 4, k5: 5, k6: 6, k7: 7, Other: 26 },
        { label: '1', k0: 1, k1: 2, k2: 3, k3: 4, k4: 5, k5: 6, k6: 7, k7: 8, Other: 26 },
        { label: 'Other', ...seriesOf(26), Other: 26 },
      ],
    }),
  },
  {
    title: 'a combination without rows is null, and a series has no reserved name',
    type: 'chartBar',
    config: { x: 'x', y: 'label', group_by: 'series' },
    table: {
      columns: [
        { name: 'x', type: 'string' },
        { name: 'label', type: 'integer' },
        { name: 'series', type: 'string' },
      ],
      rows: [
        ['a', 1, 'label'],
        ['b', 3, '__proto__'],
        ['a', 1, null],
      ],
    },
    expected: expect.objectContaining({
      series: ['__proto__ (2)', 'label (2)', '(blank)'],
      rows: [
        { label: 'b', '__proto__ (2)': 3, 'label (2)': null, '(blank)': null },
        { label: 'a', '__proto__ (2)': null, 'label (2)': 1, '(blank)': 1 },
      ],
    }),
  },
  {
    title: 'bars distinguish a text that is (blank) from null',
    type: 'chartBar',
    config: { x: 'text', y: 'n' },
    table: BLANKS,
    expected: expect.objectContaining({
      data: entries(['(blank) ', 8], ['(null)', 6], ['(blank)', 3]),
      total_categories: 3,
    }),
  },
  {
    title: 'slices distinguish a text that is (blank) from null, also beside a text that is (null)',
    type: 'chartPie',
    config: { category: 'text', value: 'n', aggregate: 'max' },
    table: { ...BLANKS, rows: [...BLANKS.rows, ['(null)', 0]] },
    expected: expect.objectContaining({
      data: entries(['(blank) ', 8], ['(null) (2)', 4], ['(blank)', 2], ['(null)', 0]),
    }),
  },
  {
    title: 'a chart that shows null without the text (blank) shows it as (blank)',
    type: 'chartPie',
    config: { category: 'text', value: 'n', aggregate: 'max', limit: 2 },
    table: BLANKS,
    expected: expect.objectContaining({
      data: entries(['(blank) ', 8], ['(blank)', 4], ['Other', 2]),
      total_categories: 3,
    }),
  },
  {
    title: 'categories and series of bars distinguish a text that is (blank) from null',
    type: 'chartBar',
    config: { x: 'text', y: 'n', group_by: 'text' },
    table: { ...BLANKS, rows: BLANKS.rows.slice(0, 4) },
    expected: expect.objectContaining({
      series: ['(null)', '(blank)'],
      rows: [
        { label: '(null)', '(null)': 6, '(blank)': null },
        { label: '(blank)', '(null)': null, '(blank)': 3 },
      ],
    }),
  },
  {
    title: 'a table without rows has no bars',
    type: 'chartBar',
    config: { x: 'shop', y: 'amount', group_by: 'day' },
    table: { ...SALES, rows: [] },
    expected: expect.objectContaining({ rows_seen: 0, rows: [], series: [], total_categories: 0 }),
  },
  {
    title: 'labels and titles are truncated',
    type: 'chartPie',
    config: { category: 'text', title: 't'.repeat(201) },
    table: { columns: [{ name: 'text', type: 'string' }], rows: [['ü'.repeat(121)]] },
    expected: expect.objectContaining({
      title: `${'t'.repeat(199)}…`,
      data: entries([`${'ü'.repeat(119)}…`, 1]),
    }),
  },
];

function seriesOf(value: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`k${index}`, value]));
}

describe('a chart of categories', () => {
  it.each(CASES)('$title', async ({ type, config, table = SALES, expected }) => {
    for (const chart of await drawCharts(type, config, table)) expect(chart).toEqual(expected);
  });
});
