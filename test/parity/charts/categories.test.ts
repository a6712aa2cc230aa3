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
    ['(blank)!', 8],
  ],
};

/** Categories that have the names of the rest. */
const OTHERS: ExampleTable = {
  columns: BLANKS.columns,
  rows: ['Other', 'Other', 'Other', 'a', 'a', 'Other (rest)', 'b'].map((text) => [text, 1]),
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
    title: 'rows are counted whatever the column of values holds, and it is not reported',
    type: 'chartPie',
    config: { category: 'open', value: 'shop' },
    expected: {
      kind: 'pie',
      rows_seen: 5,
      category: 'open',
      value: null,
      aggregate: 'count',
      data: entries(['true', 3], ['(blank)', 1], ['false', 1]),
      total_categories: 3,
    },
  },
  {
    title: 'bars of several series count rows whatever the column of values holds',
    type: 'chartBar',
    config: { x: 'open', y: 'rate', aggregate: 'count', group_by: 'open' },
    expected: expect.objectContaining({
      y: null,
      rows: [
        { label: 'true', true: 3 },
        { label: '(blank)', '(blank)': 1 },
        { label: 'false', false: 1 },
      ],
    }),
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
    title: 'the rest of bars has another label than a category Other',
    type: 'chartBar',
    config: { x: 'text', aggregate: 'count', limit: 2 },
    table: OTHERS,
    expected: expect.objectContaining({
      data: entries(['Other', 3], ['a', 2], ['Other (rest)', 2]),
    }),
  },
  {
    title: 'the rest of slices has another label than a category Other (rest)',
    type: 'chartPie',
    config: { category: 'text', limit: 3 },
    table: OTHERS,
    expected: expect.objectContaining({
      data: entries(['Other', 3], ['a', 2], ['Other (rest)', 1], ['Other (rest) (2)', 1]),
    }),
  },
  {
    title: 'the rest of bars of several series has another label than a category Other',
    type: 'chartBar',
    config: { x: 'text', aggregate: 'count', group_by: 'n', limit: 2 },
    table: OTHERS,
    expected: expect.objectContaining({
      rows: [
        { label: 'Other', '1': 3 },
        { label: 'a', '1': 2 },
        { label: 'Other (rest)', '1': 2 },
      ],
    }),
  },
  {
    title: 'of more than 8 series the 7 greatest are shown and the rest is Other, in the rest too',
    type: 'chartBar',
    config: { x: 'shop', y: 'amount', aggregate: 'max', group_by: 'kind', limit: 2 },
    table: MANY,
    expected: expect.objectContaining({
      series: ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'Other'],
      total_series: 27,
      total_categories: 27,
      group_by: 'kind',
      rows: [
        { label: '0', k0: 0, k1: 1, k2: 2, k3: 3, k4: 4, k5: 5, k6: 6, Other: 26 },
        { label: '1', k0: 1, k1: 2, k2: 3, k3: 4, k4: 5, k5: 6, k6: 7, Other: 26 },
        { label: 'Other', ...seriesOf(26), Other: 26 },
      ],
    }),
  },
  {
    title: '8 series are all shown, and a title is trimmed',
    type: 'chartBar',
    config: { x: 'text', y: 'n', group_by: 'n', title: '  By n\n' },
    table: {
      ...BLANKS,
      rows: Array.from({ length: 8 }, (_, index) => ['a', index + 1]),
    },
    expected: expect.objectContaining({
      title: 'By n',
      series: ['8', '7', '6', '5', '4', '3', '2', '1'],
      total_series: 8,
    }),
  },
  {
    title: 'a title of blanks is none',
    type: 'chartPie',
    config: { category: 'text', aggregate: 'count', title: ' \t ' },
    table: { ...BLANKS, rows: [['a', 1]] },
    expected: expect.not.objectContaining({ title: expect.anything() as unknown }),
  },
  {
    title: 'a combination without rows has no key, and a series has no reserved name',
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
      series: ['__proto__ (2)', 'label\u200b', '(blank)'],
      rows: [
        { label: 'b', '__proto__ (2)': 3 },
        { label: 'a', 'label\u200b': 1, '(blank)': 1 },
      ],
    }),
  },
  {
    title: 'categories are trimmed; null, an empty text and blanks are one',
    type: 'chartBar',
    config: { x: 'text', y: 'n', group_by: 'text' },
    table: {
      ...BLANKS,
      rows: [
        ['a', 1],
        [' a\t', 2],
        ['', 4],
        [null, 8],
        [' \n', 16],
      ],
    },
    expected: expect.objectContaining({
      series: ['(blank)', 'a'],
      rows: [
        { label: '(blank)', '(blank)': 28 },
        { label: 'a', a: 3 },
      ],
      total_categories: 2,
    }),
  },
  {
    title: 'bars distinguish a text that is (blank) from null',
    type: 'chartBar',
    config: { x: 'text', y: 'n' },
    table: BLANKS,
    expected: expect.objectContaining({
      data: entries(['(blank)!', 8], ['(null)', 6], ['(blank)', 3]),
      total_categories: 3,
    }),
  },
  {
    title: 'slices distinguish a text that is (blank) from null, also beside a text that is (null)',
    type: 'chartPie',
    config: { category: 'text', value: 'n', aggregate: 'max' },
    table: { ...BLANKS, rows: [...BLANKS.rows, ['(null)', 0]] },
    expected: expect.objectContaining({
      data: entries(['(blank)!', 8], ['(null) (2)', 4], ['(blank)', 2], ['(null)', 0]),
    }),
  },
  {
    title: 'a chart that shows null without the text (blank) shows it as (blank)',
    type: 'chartPie',
    config: { category: 'text', value: 'n', aggregate: 'max', limit: 2 },
    table: BLANKS,
    expected: expect.objectContaining({
      data: entries(['(blank)!', 8], ['(blank)', 4], ['Other', 2]),
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
        { label: '(null)', '(null)': 6 },
        { label: '(blank)', '(blank)': 3 },
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
  return Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`k${index}`, value]));
}

describe('a chart of categories', () => {
  it.each(CASES)('$title', async ({ type, config, table = SALES, expected }) => {
    for (const chart of await drawCharts(type, config, table)) expect(chart).toEqual(expected);
  });
});
