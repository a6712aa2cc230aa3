import type { JsonObject } from '../../../runner/domain/json.ts';
import { SALES } from '../../../runner/nodes/chart/examples/chart-table.ts';
import type { ExampleTable } from '../../../runner/nodes/definition.ts';
import { drawCharts } from '../../support/chart-engines.ts';

const column = (values: readonly (number | bigint | null)[], type: 'integer' | 'float' = 'float') =>
  ({ columns: [{ name: 'v', type }], rows: values.map((value) => [value]) }) satisfies ExampleTable;

const entries = (...pairs: readonly (readonly [string, unknown])[]): unknown =>
  pairs.map(([label, value]) => ({ label, value }));

const hundredths = Array.from({ length: 101 }, (_, index) => index / 100);

interface Case {
  readonly title: string;
  readonly type: string;
  readonly config: JsonObject;
  readonly table?: ExampleTable;
  readonly expected: unknown;
}

const HISTOGRAMS: readonly Case[] = [
  {
    title:
      'a value on a bound is in the bin above, the greatest in the last bin; nulls are left out',
    type: 'chartHistogram',
    config: { column: 'v', bins: 2, title: 'Counts' },
    table: column([0, 1, 1, null, 2, 0.999]),
    expected: {
      kind: 'histogram',
      rows_seen: 6,
      title: 'Counts',
      column: 'v',
      bins: 2,
      data: entries(['0 – 1', 2], ['1 – 2', 3]),
    },
  },
  {
    title: 'bounds that are no binary fractions are exact: one hundredth in each bin',
    type: 'chartHistogram',
    config: { column: 'v', bins: 100 },
    table: column(hundredths),
    expected: expect.objectContaining({
      data: hundredths.slice(0, 100).map((low, index) => ({
        label: `${low} – ${hundredths[index + 1]}`,
        value: index === 99 ? 2 : 1,
      })),
    }),
  },
  {
    title: 'one value has one bar, and bins stay as they are asked for',
    type: 'chartHistogram',
    config: { column: 'v', bins: 4 },
    table: column([7n, 7n], 'integer'),
    expected: expect.objectContaining({
      bins: 4,
      data: entries(['7', 2]),
    }),
  },
  {
    title: 'infinite values are left out, and the range of finite ones may be beyond floats',
    type: 'chartHistogram',
    config: { column: 'v', bins: 2 },
    table: column([Infinity, -1.7e308, 1.7e308, 1.6e308, -Infinity]),
    expected: expect.objectContaining({
      rows_seen: 5,
      data: entries(['-1.7e+308 – 0', 1], ['0 – 1.7e+308', 2]),
    }),
  },
  {
    title: 'bounds have two decimals below 10, one below 1000 and none above',
    type: 'chartHistogram',
    config: { column: 'v', bins: 4 },
    table: column([0.126, 5000.5, 9.999]),
    expected: expect.objectContaining({
      data: entries(['0.13 – 1250', 2], ['1250 – 2500', 0], ['2500 – 3750', 0], ['3750 – 5001', 1]),
    }),
  },
  {
    title: 'bounds that these decimals do not distinguish have as many more as they need',
    type: 'chartHistogram',
    config: { column: 'v', bins: 2 },
    table: column([0.001, 0.002, 0.003]),
    expected: expect.objectContaining({
      data: entries(['0.001 – 0.002', 1], ['0.002 – 0.003', 2]),
    }),
  },
  {
    title: 'large integers have 20 bins',
    type: 'chartHistogram',
    config: { column: 'v' },
    table: column([2n ** 53n + 1n, -(2n ** 53n), 0n], 'integer'),
    expected: expect.objectContaining({ bins: 20, data: expect.any(Array) as unknown }),
  },
  ...['shop', 'day'].map((name) => ({
    title: `a column without numbers has no bins (${name})`,
    type: 'chartHistogram',
    config: { column: name },
    expected: expect.objectContaining({ rows_seen: 5, data: [] }) as unknown,
  })),
  {
    title: 'a table without rows has no bins',
    type: 'chartHistogram',
    config: { column: 'v' },
    table: column([]),
    expected: expect.objectContaining({ rows_seen: 0, data: [] }),
  },
];

const XY: ExampleTable = {
  columns: [
    { name: 'a', type: 'integer' },
    { name: 'b', type: 'float' },
    { name: 'c', type: 'boolean' },
    { name: 'same', type: 'float' },
    { name: 'text', type: 'string' },
  ],
  rows: [
    [1, 2.5, true, 0.1, 'x'],
    [2, 4.5, false, 0.1, 'y'],
    [3, null, true, 0.1, null],
    [4, Infinity, true, 0.1, 'x'],
    [5, 3.5, null, 0.1, 'x'],
    [6, -1, false, 0.1, 'x'],
  ],
};

const HEATMAPS: readonly Case[] = [
  {
    title: 'correlations are over the rows with both values; a constant column has none',
    type: 'chartHeatmap',
    config: { title: 'All' },
    table: XY,
    expected: {
      kind: 'heatmap',
      rows_seen: 6,
      title: 'All',
      columns: ['a', 'b', 'c', 'same'],
      matrix: [
        [1, -0.599643, -0.379663, null],
        [-0.599643, 1, 0.155543, null],
        [-0.379663, 0.155543, 1, null],
        [null, null, null, null],
      ],
      total_columns: 4,
      dropped_columns: [],
    },
  },
  {
    title: 'named columns without numbers are dropped, and the order is that of the config',
    type: 'chartHeatmap',
    config: { columns: ['b', 'text', 'a'] },
    table: XY,
    expected: expect.objectContaining({
      columns: ['b', 'a'],
      matrix: [
        [1, -0.599643],
        [-0.599643, 1],
      ],
      total_columns: 2,
      dropped_columns: ['text'],
    }),
  },
  {
    title: 'a large distance from zero loses no digits',
    type: 'chartHeatmap',
    config: {},
    table: {
      columns: [
        { name: 'a', type: 'float' },
        { name: 'b', type: 'float' },
      ],
      rows: [1, 2, 3, 4].map((value) => [1e9 + value, value * value]),
    },
    expected: expect.objectContaining({
      matrix: [
        [1, 0.984374],
        [0.984374, 1],
      ],
    }),
  },
  {
    title: 'the 13th column of numbers is counted and not shown',
    type: 'chartHeatmap',
    config: {},
    table: {
      columns: Array.from(
        { length: 13 },
        (_, at) => ({ name: `c${at}`, type: 'integer' }) as const,
      ),
      rows: [],
    },
    expected: expect.objectContaining({
      total_columns: 13,
      columns: Array.from({ length: 12 }, (_, at) => `c${at}`),
      dropped_columns: [],
      matrix: Array.from({ length: 12 }, () => Array.from({ length: 12 }, () => null)),
    }),
  },
];

describe('a histogram', () => {
  it.each(HISTOGRAMS)('$title', async ({ type, config, table = SALES, expected }) => {
    for (const chart of await drawCharts(type, config, table)) expect(chart).toEqual(expected);
  });
});

describe('a heatmap', () => {
  it.each(HEATMAPS)('$title', async ({ type, config, table = SALES, expected }) => {
    for (const chart of await drawCharts(type, config, table)) expect(chart).toEqual(expected);
  });
});
