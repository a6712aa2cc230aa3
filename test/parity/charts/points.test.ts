import type { LineArtifact, ScatterArtifact } from '../../../runner/charts/chart-artifact.ts';
import { SALES } from '../../../runner/nodes/chart/examples/chart-table.ts';
import type { ExampleTable } from '../../../runner/nodes/definition.ts';
import { drawCharts } from '../../support/chart-engines.ts';

/** 3000 rows with 3000 values of n. */
const MANY: ExampleTable = {
  columns: [
    { name: 'n', type: 'integer' },
    { name: 'x', type: 'float' },
  ],
  rows: Array.from({ length: 3000 }, (_, row) => [(row * 7) % 3000, row / 2]),
};

describe.each(['line', 'area'])('a chart of the kind %s', (kind) => {
  const type = kind === 'line' ? 'chartLine' : 'chartArea';

  it('has its points by ascending time, the blank one last', async () => {
    const config = { x: 'day', y_columns: ['rate', 'a "b", ü'], title: 'Rates' };
    for (const chart of await drawCharts(type, config, SALES)) {
      expect(chart).toEqual({
        kind,
        rows_seen: 5,
        title: 'Rates',
        x: 'day',
        series: ['rate', 'a "b", ü'],
        aggregate: 'mean',
        rows: [
          { x: '2024-01-01 12:30:00.500', rate: 4, 'a "b", ü': 2 },
          { x: '2024-02-29 00:00:00', rate: 0.75, 'a "b", ü': 1.5 },
          { x: '(blank)', rate: 0.5, 'a "b", ü': -1 },
        ],
        total_points: 3,
      });
    }
  });

  it('orders numbers as numbers, and texts as they first appear', async () => {
    const numbers = { x: 'a "b", ü', y_columns: ['amount'], aggregate: 'sum' };
    for (const chart of await drawCharts(type, numbers, SALES)) {
      expect((chart as LineArtifact).rows).toEqual([
        { x: '-1', amount: 3 },
        { x: '1', amount: 9007199254740993n },
        { x: '2', amount: 2 },
        { x: '(blank)', amount: 3 },
      ]);
    }
    for (const chart of await drawCharts(type, { x: 'shop', y_columns: ['open'] }, SALES)) {
      expect((chart as LineArtifact).rows.map(({ x }) => x)).toEqual(['b', 'a', '日本', '(blank)']);
    }
  });

  it.each<[string, readonly (string | null)[], readonly string[]]>([
    [
      'of month names as they first appear, with blanks in one last point',
      ['Mar', ' ', 'Jan', 'Feb ', null, 'Mar', ''],
      ['Mar', 'Jan', 'Feb', '(blank)'],
    ],
    [
      'as numbers if four of five cells are numbers, the other one after them',
      ['10', 'many', '7', ' 7.5 ', null, '-1e1'],
      ['-1e1', '7', '7.5', '10', 'many', '(blank)'],
    ],
    [
      'as they first appear if fewer are numbers',
      ['10', 'many', '7', '-1'],
      ['10', 'many', '7', '-1'],
    ],
    [
      'as dates if four of five cells are dates',
      ['2024-03-01', '2023-12-31T10:00:00', 'soon', '2024-01-01', '2023-12-31'],
      ['2023-12-31', '2023-12-31T10:00:00', '2024-01-01', '2024-03-01', 'soon'],
    ],
    ['of nothing but blanks', [null, ' '], ['(blank)']],
  ])('has the order of x in text %s', async (_what, texts, expected) => {
    const table: ExampleTable = {
      columns: [
        { name: 'text', type: 'string' },
        // A series has the name of a column that the plan computes.
        { name: 'number', type: 'integer' },
      ],
      rows: texts.map((text) => [text, 1]),
    };
    for (const chart of await drawCharts(type, { x: 'text', y_columns: ['number'] }, table)) {
      expect((chart as LineArtifact).rows.map(({ x }) => x)).toEqual(expected);
    }
  });

  it('counts the rows of each x, whatever the columns of values hold', async () => {
    const config = { x: 'shop', y_columns: ['rate', 'shop'], aggregate: 'count' };
    for (const chart of await drawCharts(type, config, SALES)) {
      expect((chart as LineArtifact).rows.map(({ x, rate, shop }) => [x, rate, shop])).toEqual([
        ['b', 2, 2],
        ['a', 1, 1],
        ['日本', 1, 1],
        ['(blank)', 1, 1],
      ]);
    }
  });

  it('distinguishes a text that is (blank) from null, which is last', async () => {
    const table: ExampleTable = {
      columns: [
        { name: 'text', type: 'string' },
        { name: 'n', type: 'integer' },
      ],
      rows: [
        [null, 1],
        ['7', 2],
        ['(blank)', 4],
      ],
    };
    for (const chart of await drawCharts(type, { x: 'text', y_columns: ['n'] }, table)) {
      expect((chart as LineArtifact).rows).toEqual([
        { x: '7', n: 2 },
        { x: '(blank)', n: 4 },
        { x: '(null)', n: 1 },
      ]);
    }
  });

  it('shows 1000 of 3000 points at even distances, with the first and the last one', async () => {
    const [first, second] = await drawCharts(type, { x: 'n', y_columns: ['x'] }, MANY);
    expect(second).toEqual(first);
    const { rows, series, total_points: total } = first as LineArtifact;
    expect(total).toBe(3000);
    expect(rows).toHaveLength(1000);
    // A series does not replace x.
    expect(series).toEqual(['x\u200b']);
    const xs = rows.map(({ x }) => Number(x));
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect([xs.at(0), xs.at(-1)]).toEqual([0, 2999]);
    const distances = xs.slice(1).map((x, index) => x - (xs[index] ?? 0));
    expect([...new Set(distances)].toSorted()).toEqual([3, 4]);
    for (const row of rows.slice(0, 50))
      expect((Number(row['x\u200b']) * 14) % 3000).toBe(Number(row.x));
  });
});

describe('a scatter plot', () => {
  it('has a point for each row with both coordinates', async () => {
    for (const chart of await drawCharts('chartScatter', { x: 'amount', y: 'rate' }, SALES)) {
      expect(chart).toEqual({
        kind: 'scatter',
        rows_seen: 5,
        x: 'amount',
        y: 'rate',
        points: [
          [9007199254740993n, 2.5],
          [2, -1],
          [3, 0.5],
        ],
        total_points: 3,
      });
    }
  });

  it('has dates as ISO 8601 text and booleans as numbers', async () => {
    for (const chart of await drawCharts('chartScatter', { x: 'day', y: 'open' }, SALES)) {
      expect((chart as ScatterArtifact).points).toEqual([
        ['2024-02-29T00:00:00', 1],
        ['2024-01-01T12:30:00.500', 0],
        ['2024-02-29T00:00:00', 1],
      ]);
    }
  });

  it('shows 2000 of 3000 points in the order of the rows, with the first and the last one', async () => {
    const [first, second] = await drawCharts('chartScatter', { x: 'n', y: 'x' }, MANY);
    expect(second).toEqual(first);
    const { points, total_points: total } = first as ScatterArtifact;
    expect(total).toBe(3000);
    expect(points).toHaveLength(2000);
    expect(new Set(points.map(([n]) => n)).size).toBe(2000);
    expect([points.at(0), points.at(-1)]).toEqual([
      [0, 0],
      [2993, 1499.5],
    ]);
    for (const [n, x] of points) expect((Number(x) * 14) % 3000).toBe(n);
  });
});
