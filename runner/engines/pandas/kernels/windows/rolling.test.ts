import fc from 'fast-check';
import { cellsOf, columnOf } from '../../../../../test/support/frame-arbitrary.ts';
import { propertyRuns } from '../../../../../test/support/property-runs.ts';
import type { RollingAggregate, RollingWindow } from '../../../../expressions/window-call.ts';
import { rollingAggregate } from './rolling-aggregate.ts';
import { windowRows } from './window-rows.ts';

const FLOATS = [1e300, 1e16, 1, 1e-8, 0.1, -1e16, Infinity, -Infinity, 1e308, 7, -0.5];
const cell = fc.option(fc.constantFrom(...FLOATS), { freq: 4 });
const table = fc.array(fc.tuple(fc.constantFrom('a', 'b', null), cell), { maxLength: 40 });

const NAIVE: Readonly<Record<RollingAggregate, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  mean: (values) => values.reduce((sum, value) => sum + value / values.length, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  std: (values) => {
    const mean = NAIVE.mean(values);
    const squares = values.map((value) => (value - mean) ** 2);
    return values.length < 2 ? NaN : Math.sqrt(NAIVE.sum(squares) / (values.length - 1));
  },
  median: (values) => {
    const sorted = Float64Array.from(values).sort();
    const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    return low === high ? low : low / 2 + high / 2;
  },
};

/** The rule of sums: n · ε · Σ|x|. For a deviation, its square has that tolerance. */
function tolerance(aggregate: RollingAggregate, values: readonly number[]): number {
  const bound = (powers: readonly number[]): number =>
    powers.length * Number.EPSILON * powers.reduce((sum, power) => sum + power, 0);
  if (aggregate === 'std') return Math.sqrt(bound(values.map((value) => value * value)));
  return aggregate === 'sum' || aggregate === 'mean' ? bound(values.map(Math.abs)) : 0;
}

describe.each(Object.keys(NAIVE) as RollingAggregate[])('the rolling %s of floats', (aggregate) => {
  it('is that of the values of each window, without a trace of earlier ones', () => {
    const windows = fc.record({ size: fc.integer({ min: 1, max: 9 }), minValues: fc.constant(1) });
    const property = fc.property(table, windows, (rows, { size, minValues }) => {
      const groups = columnOf(
        'string',
        rows.map(([group]) => group),
      );
      const values = columnOf(
        'float',
        rows.map(([, value]) => value),
      );
      const window: RollingWindow = { kind: 'rolling', aggregate, size, minValues };
      const found = cellsOf(
        rollingAggregate(values, windowRows([groups], null, rows.length), window),
      );
      for (const [row, [group]] of rows.entries()) {
        const partition = rows.slice(0, row + 1).filter(([other]) => other === group);
        const inside = partition
          .slice(-size)
          .flatMap(([, value]) => (value === null ? [] : [value]));
        const got = found[row] ?? null;
        if (inside.length === 0) expect(got).toBeNull();
        else expectNear(Number(got), NAIVE[aggregate](inside), tolerance(aggregate, inside));
      }
    });
    fc.assert(property, propertyRuns(200));
  });
});

function expectNear(got: number, due: number, error: number): void {
  if (Number.isFinite(due) && Number.isFinite(got)) {
    expect(Math.abs(got - due)).toBeLessThanOrEqual(Math.max(error, 1e-12 * Math.abs(due)));
  } else {
    expect(got).toBe(due);
  }
}
