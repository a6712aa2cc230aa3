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

  it('orders numbers as numbers and texts by code point', async () => {
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
      expect((chart as LineArtifact).rows.map(({ x }) => x)).toEqual(['a', 'b', '日本', '(blank)']);
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
        { x: '(blank)', n: 4 },
        { x: '7', n: 2 },
        { x: '(null)', n: 1 },
      ]);
    }
  });

  it('shows a sample of 1000 of 3000 points, in order and the same on both engines', async () => {
    const [first, second] = await drawCharts(type, { x: 'n', y_columns: ['x'] }, MANY);
    expect(second).toEqual(first);
    const { rows, series, total_points: total } = first as LineArtifact;
    expect(total).toBe(3000);
    expect(rows).toHaveLength(1000);
    // A series does not replace x.
    expect(series).toEqual(['x (2)']);
    const xs = rows.map(({ x }) => Number(x));
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect(Math.max(...xs)).toBeGreaterThan(2900);
    for (const row of rows.slice(0, 50))
      expect((Number(row['x (2)']) * 14) % 3000).toBe(Number(row.x));
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

  it('shows a sample of 2000 of 3000 points, the same on both engines', async () => {
    const [first, second] = await drawCharts('chartScatter', { x: 'n', y: 'x' }, MANY);
    expect(second).toEqual(first);
    const { points, total_points: total } = first as ScatterArtifact;
    expect(total).toBe(3000);
    expect(points).toHaveLength(2000);
    expect(new Set(points.map(([n]) => n)).size).toBe(2000);
    for (const [n, x] of points) expect((Number(x) * 14) % 3000).toBe(n);
  });
});
