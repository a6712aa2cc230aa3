import type { ChartArtifact } from '../../../runner/charts/chart-artifact.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { ExampleTable } from '../../../runner/nodes/definition.ts';
import { drawCharts } from '../../support/chart-engines.ts';

type Cell = string | number | boolean | null;

/** Rows of categories and values. */
function tableOf(
  type: ExampleTable['columns'][number]['type'],
  rows: readonly (readonly [Cell, number])[],
): ExampleTable {
  return {
    columns: [
      { name: 'x', type },
      { name: 'number', type: 'integer' },
    ],
    rows,
  };
}

/** The labels of a chart in its order. */
function labelsOf(chart: ChartArtifact): readonly unknown[] {
  if ('data' in chart) return chart.data.map(({ label }) => label);
  return 'rows' in chart ? chart.rows.map(({ label }) => label) : [];
}

const KINDS: readonly (readonly [string, string, JsonObject])[] = [
  ['bars', 'chartBar', { x: 'x', y: 'number' }],
  ['horizontal bars', 'chartBar', { x: 'x', y: 'number', orientation: 'horizontal' }],
  ['bars of several series', 'chartBar', { x: 'x', y: 'number', group_by: 'number' }],
  ['slices', 'chartPie', { category: 'x', value: 'number', aggregate: 'sum' }],
];

async function expectLabels(
  [, type, config]: (typeof KINDS)[number],
  sort: JsonObject,
  table: ExampleTable,
  labels: readonly string[],
): Promise<void> {
  for (const chart of await drawCharts(type, { ...config, ...sort }, table))
    expect(labelsOf(chart)).toEqual(labels);
}

const MONTHS = tableOf('integer', [
  [10, 5],
  [null, 4],
  [2, 9],
  [1, 1],
  [10, 1],
  [12, 2],
]);

describe.each(KINDS)('the order of %s', (...kind) => {
  it('is that of their values by default', async () => {
    const labels = ['2', '10', '(blank)', '12', '1'];
    await expectLabels(kind, {}, MONTHS, labels);
    await expectLabels(kind, { sort: 'value' }, MONTHS, labels);
    await expectLabels(kind, { sort: null }, MONTHS, labels);
  });

  it('is that of numbers as numbers, the blank one last', async () => {
    const labels = ['1', '2', '10', '12', '(blank)'];
    await expectLabels(kind, { sort: 'category' }, MONTHS, labels);
  });

  it('is that in which the categories first appear in the rows', async () => {
    await expectLabels(kind, { sort: 'input' }, MONTHS, ['10', '(blank)', '2', '1', '12']);
  });

  it('does not choose which categories are shown: Other is the rest of the smaller ones', async () => {
    await expectLabels(kind, { sort: 'category', limit: 2 }, MONTHS, ['2', '10', 'Other']);
    await expectLabels(kind, { sort: 'input', limit: 2 }, MONTHS, ['10', '2', 'Other']);
  });

  it.each<[string, ExampleTable, readonly string[]]>([
    [
      'that of dates',
      tableOf('datetime', [
        ['2024-03-01T00:00:00', 1],
        ['2023-12-31T10:00:00', 2],
        ['2024-01-01T00:00:00', 3],
      ]),
      ['2023-12-31 10:00:00', '2024-01-01 00:00:00', '2024-03-01 00:00:00'],
    ],
    [
      'that of floats as numbers',
      tableOf('float', [
        [10.5, 1],
        [-1, 3],
        [9.25, 2],
      ]),
      ['-1.0', '9.25', '10.5'],
    ],
    [
      'false before true',
      tableOf('boolean', [
        [true, 2],
        [false, 1],
      ]),
      ['false', 'true'],
    ],
    [
      'that of texts by code point',
      tableOf('string', [
        ['b', 9],
        ['é', 8],
        [null, 7],
        ['a', 1],
        ['B', 2],
        ['\u{1F600}', 3],
        ['\uFF5A', 4],
      ]),
      ['B', 'a', 'b', 'é', '\uFF5A', '\u{1F600}'].concat('(blank)'),
    ],
    [
      'that of numbers in text, if four of five cells are numbers',
      tableOf('string', [
        ['10', 1],
        ['many', 9],
        ['7', 2],
        ['-1', 3],
        [' 7.5', 4],
      ]),
      ['-1', '7', '7.5', '10', 'many'],
    ],
    [
      'that of dates in text',
      tableOf('string', [
        ['2024-03-01', 1],
        ['2023-12-31T23:00', 2],
        ['2024-01-01', 3],
      ]),
      ['2023-12-31T23:00', '2024-01-01', '2024-03-01'],
    ],
    ['that of nothing but blanks', tableOf('string', [[null, 1]]), ['(blank)']],
    ['none without rows', tableOf('string', []), []],
  ])('by category is %s', async (_what, table, labels) => {
    await expectLabels(kind, { sort: 'category', limit: 12 }, table, labels);
  });
});
