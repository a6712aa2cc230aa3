import type { JsonObject } from '../../../runner/domain/json.ts';
import type { ExampleTable } from '../../../runner/nodes/definition.ts';
import { drawCharts } from '../../support/chart-engines.ts';

/** Numbers as texts, in columns that have texts without a number. */
const TEXTS: ExampleTable = {
  columns: [
    { name: 'shop', type: 'string' },
    { name: 'price', type: 'string' },
    { name: 'n', type: 'integer' },
  ],
  rows: [
    ['a', ' 1.5 ', 1],
    ['a', '2', 2],
    ['b', 'n/a', 3],
    ['a', null, 4],
    ['b', '', 5],
    ['c', '-1e1', 6],
  ],
};

it.each<[title: string, type: string, config: JsonObject, expected: JsonObject]>([
  [
    'a sum of a bar',
    'chartBar',
    { x: 'shop', y: 'price' },
    {
      data: [
        { label: 'a', value: 3.5 },
        { label: 'b', value: 0 },
        { label: 'c', value: -10 },
      ],
    },
  ],
  [
    'a mean of a slice',
    'chartPie',
    { category: 'shop', value: 'price', aggregate: 'mean' },
    {
      data: [
        { label: 'a', value: 1.75 },
        { label: 'c', value: -10 },
        { label: 'b', value: null },
      ],
    },
  ],
  [
    'a maximum of a line',
    'chartLine',
    { x: 'shop', y_columns: ['price'], aggregate: 'max' },
    {
      rows: [
        { x: 'a', price: 2 },
        { x: 'b', price: null },
        { x: 'c', price: -10 },
      ],
    },
  ],
  [
    'a coordinate of a point',
    'chartScatter',
    { x: 'price', y: 'n' },
    {
      points: [
        [1.5, 1],
        [2, 2],
        [-10, 6],
      ],
    },
  ],
  ['no coordinate', 'chartScatter', { x: 'shop', y: 'n' }, { points: [] }],
  [
    'a value of a histogram',
    'chartHistogram',
    { column: 'price', bins: 2 },
    {
      data: [
        { label: '-10 – -4', value: 1 },
        { label: '-4 – 2', value: 2 },
      ],
    },
  ],
  ['no value of a histogram', 'chartHistogram', { column: 'shop' }, { data: [] }],
  [
    'a value of a box',
    'chartBoxPlot',
    { column: 'price', group_by: 'shop' },
    { groups: [{ label: 'a', median: 1.75, count: 2 }, { label: 'c' }] },
  ],
  ['no value of a box', 'chartBoxPlot', { column: 'shop' }, { groups: [] }],
])('a text is read as %s, and another text is missing', async (_title, type, config, expected) => {
  for (const chart of await drawCharts(type, config, TEXTS)) expect(chart).toMatchObject(expected);
});
