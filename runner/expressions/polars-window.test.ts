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
    const medians = polarsWindow(MEDIAN_OF_TWO, new PolarsBuilder(pl), pl).alias('median');
    expect(frame.withColumns(medians).getColumn('median').toArray()).toEqual(expected);
  });
});
