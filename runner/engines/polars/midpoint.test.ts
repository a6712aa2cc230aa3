import pl from 'nodejs-polars';
import { midpoint as kernelMidpoint } from '../pandas/kernels/aggregates/midpoint.ts';
import { polarsAggregate } from './aggregate-expression.ts';

const MAX = Number.MAX_VALUE;

describe('the median of floats', () => {
  it.each([
    [5e-324, 5e-324, 5e-324],
    [1.5e-323, 1.5e-323, 1.5e-323],
    [5e-324, 1.5e-323, 1e-323],
    [5e-324, 1e-323, 1e-323],
    [MAX, MAX, MAX],
    [-MAX, MAX, 0],
    [1, Infinity, Infinity],
  ])('of %p and %p is exactly %p on both engines', (low, high, expected) => {
    const frame = pl.DataFrame([pl.Series('x', [low, high], pl.Float64)]);
    const median = polarsAggregate(pl, pl.col('x'), 'median', 'float');
    expect(frame.select(median).getColumn('x').toArray()).toEqual([expected]);
    expect(kernelMidpoint(low, high)).toBe(expected);
  });
});
