import type { JsonObject } from '../../../runner/domain/json.ts';
import { SALES } from '../../../runner/nodes/chart/examples/chart-table.ts';
import type { ExampleTable } from '../../../runner/nodes/definition.ts';
import { reportCharts } from '../../support/chart-engines.ts';

const BALANCES: ExampleTable = {
  columns: [
    { name: 'account', type: 'string' },
    { name: 'balance', type: 'float' },
  ],
  rows: [
    ['cash', 10],
    ['loan', -4],
    ['card', -1],
    ['unknown', null],
    ['empty', 0],
  ],
};
const pie = { category: 'account', value: 'balance' };

type Case = [string, string, JsonObject, ExampleTable, readonly (string | RegExp)[]];

it.each<Case>([
  [
    'slices with negative values or none',
    'chartPie',
    { ...pie, aggregate: 'mean' },
    BALANCES,
    [
      '2 of 5 slices cannot be drawn, since their values are negative: "card", "loan".',
      '1 of 5 slices cannot be drawn, since they have no value: "unknown".',
    ],
  ],
  ['no slice whose value is zero', 'chartPie', { ...pie, aggregate: 'count' }, BALANCES, []],
  [
    'a histogram of text',
    'chartHistogram',
    { column: 'account' },
    BALANCES,
    [
      'The chart is empty: no row has a number in "account", which is text. Choose a column of numbers.',
    ],
  ],
  ...(['sum', 'mean', 'max'] as const).flatMap((aggregate) =>
    [
      ['chartBar', { x: 'balance', y: 'account', aggregate }] as const,
      ['chartBar', { x: 'balance', y: 'account', group_by: 'balance', aggregate }] as const,
      ['chartPie', { category: 'balance', value: 'account', aggregate }] as const,
      ['chartLine', { x: 'balance', y_columns: ['account'], aggregate }] as const,
      ['chartArea', { x: 'balance', y_columns: ['account'], aggregate }] as const,
    ].map(([type, config]): Case => [
      `the ${aggregate} of texts without a number`,
      type,
      config,
      BALANCES,
      [
        `${aggregate === 'sum' ? 'Every value of the chart is 0: no row has another number' : 'The chart is empty: no row has a number'} in "account", which is text. Choose a column of numbers, or the aggregate count.`,
      ],
    ]),
  ),
  [
    'no bars of texts of which one is a number',
    'chartBar',
    { x: 'balance', y: 'account', aggregate: 'sum' },
    { ...BALANCES, rows: [...BALANCES.rows, ['7', 1]] },
    [],
  ],
  [
    'a scatter plot of texts without a number',
    'chartScatter',
    { x: 'balance', y: 'account' },
    BALANCES,
    [
      'The chart is empty: no row has a number in "account", which is text. Choose a column of numbers.',
    ],
  ],
  [
    'a histogram of dates',
    'chartHistogram',
    { column: 'day' },
    SALES,
    [/^The histogram is empty: the column "day"/],
  ],
  ['no histogram of numbers', 'chartHistogram', { column: 'balance' }, BALANCES, []],
  [
    'a heatmap without numbers',
    'chartHeatmap',
    { columns: ['account'] },
    BALANCES,
    ['The heatmap is empty: it has no column with numbers.'],
  ],
  [
    'columns that a heatmap leaves out',
    'chartHeatmap',
    { columns: ['account', 'balance'] },
    BALANCES,
    ['The heatmap leaves out columns without numbers: "account".'],
  ],
  ['no column of a heatmap that names none', 'chartHeatmap', { columns: [] }, BALANCES, []],
  [
    'a chart without a value to show',
    'chartBoxPlot',
    { column: 'balance' },
    { ...BALANCES, rows: [['a', null]] },
    ['The chart is empty: no row has values that it can show.'],
  ],
  ['no chart of an empty table', 'chartPie', pie, { ...BALANCES, rows: [] }, []],
])('reports %s in the warnings of the node', async (_what, type, config, table, expected) => {
  for (const { warnings } of await reportCharts(type, config, table)) {
    expect(warnings).toEqual(
      expected.map((text) => (text instanceof RegExp ? expect.stringMatching(text) : text)),
    );
  }
});
