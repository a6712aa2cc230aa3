import pl from 'nodejs-polars';
import { PolarsBuilder } from './polars-builder.ts';
import { polarsWindow } from './polars-window.ts';
import type { WindowCall } from './window-call.ts';

const MAX = Number.MAX_VALUE;

const MEDIAN_OF_TWO: WindowCall = {
  kind: 'window',
  column: { kind: 'column', name: 'x', type: 'float' },
  type: 'float',
  function: { kind: 'rolling', aggregate: 'median', size: 2, minValues: 1 },
  over: { partition: [], order: null },
};

function evaluate(call: WindowCall, frame: pl.DataFrame): unknown[] {
  const cells = polarsWindow(call, new PolarsBuilder(pl, 'x'), pl).alias('found');
  return frame.withColumns(cells).getColumn('found').toArray();
}

describe('the rolling median of floats on polars', () => {
  it.each([
    [
      [5e-324, 1.5e-323, Infinity],
      [5e-324, 1e-323, Infinity],
    ],
    [
      [MAX, MAX, -MAX],
      [MAX, MAX, 0],
    ],
  ])('of windows of two in %p is exactly %p', (cells, expected) => {
    const frame = pl.DataFrame([pl.Series('x', cells, pl.Float64)]);
    expect(evaluate(MEDIAN_OF_TWO, frame)).toEqual(expected);
  });
});

describe('the rolling sum of floats on polars', () => {
  it.each([
    [3, [7.25, 1e8, -2.5, 1.5, 1e16, 1.5, -2.5, 7.25], 6.25],
    [2, [1e16, 0.1, null, null, 0.1, null], 0.1],
  ])('of windows of %i in %p ends with %p', (size, cells, last) => {
    const frame = pl.DataFrame([pl.Series('x', cells, pl.Float64)]);
    const sum: WindowCall = {
      ...MEDIAN_OF_TWO,
      function: { kind: 'rolling', aggregate: 'sum', size, minValues: 1 },
    };
    expect(evaluate(sum, frame).at(-1)).toBe(last);
  });
});

describe.each(['sum', 'mean'] as const)('the rolling %s of floats on polars', (aggregate) => {
  it.each([2, 256, 257, 300, 1000])('is that of the values of each window of %i rows', (size) => {
    const cells = [7.25, 1e8, -2.5, null, 1.5, 1e16, 0.1];
    const values = Array.from({ length: 1500 }, (_, row) =>
      row % 400 < 200 ? (cells[(row * row + (row >> 3)) % cells.length] ?? null) : (row % 64) / 8,
    );
    const groups = values.map((_, row) => row % 2);
    const frame = pl.DataFrame([pl.Series('x', values, pl.Float64), pl.Series('group', groups)]);
    const call: WindowCall = {
      ...MEDIAN_OF_TWO,
      function: { kind: 'rolling', aggregate, size, minValues: 2 },
      over: { partition: [{ kind: 'column', name: 'group', type: 'float' }], order: null },
    };
    const found = evaluate(call, frame);
    for (const row of values.keys()) {
      const own = values.slice(0, row + 1).filter((_, other) => other % 2 === row % 2);
      const inside = own.slice(-size).filter((value) => value !== null);
      const total = inside.reduce((sum, value) => sum + value, 0);
      const bound = inside.length * 2 ** -52 * inside.reduce((sum, one) => sum + Math.abs(one), 0);
      const expected = aggregate === 'sum' ? total : total / inside.length;
      if (inside.length < 2) expect(found[row]).toBeNull();
      else expect(Math.abs(Number(found[row]) - expected)).toBeLessThanOrEqual(bound);
    }
  });
});
