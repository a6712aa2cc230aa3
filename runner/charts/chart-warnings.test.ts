import type { ChartRequest } from './chart-request.ts';
import { textWarnings } from './chart-warnings.ts';

const COLUMNS = [
  { name: 'city', type: 'string' },
  { name: 'price', type: 'string' },
  { name: 'day', type: 'datetime' },
] as const;
const bar = {
  kind: 'bar',
  title: '',
  x: 'city',
  y: 'price',
  aggregate: 'mean',
  orientation: 'vertical',
  group_by: null,
} as const;

it.each<[string, ChartRequest, readonly string[]]>([
  ['bars', bar, ['y']],
  [
    'slices',
    { kind: 'pie', title: '', category: 'city', value: 'price', aggregate: 'sum' },
    ['value'],
  ],
  [
    'lines',
    { kind: 'line', title: '', x: 'day', series: ['price'], aggregate: 'sum' },
    ['y_columns'],
  ],
  ['points', { kind: 'scatter', title: '', x: 'day', y: 'price' }, ['y']],
  ['bins', { kind: 'histogram', title: '', column: 'price', bins: 3 }, ['column']],
  ['boxes', { kind: 'boxplot', title: '', column: 'price', group_by: null }, ['column']],
  [
    'no counted lines',
    { kind: 'line', title: '', x: 'day', series: ['price'], aggregate: 'count' },
    [],
  ],
  ['no counted bars', { ...bar, y: null, aggregate: 'count' }, []],
])('validation names the text column whose texts %s show as numbers', (_what, chart, fields) => {
  const found = textWarnings(chart, COLUMNS);
  expect(found.map(({ field }) => field)).toEqual(fields);
  for (const { message } of found) {
    expect(message).toMatch(
      /^The column "price" has the type string: its texts are read as numbers/,
    );
  }
});
