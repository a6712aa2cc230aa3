import { cellsOf, columnOf } from '../../../../test/support/frame-arbitrary.ts';
import { aggregateColumn } from './aggregates/aggregate-column.ts';
import { correlationFrame } from './aggregates/correlations.ts';
import { groupRows } from './rows/group-rows.ts';
import { rollingAggregate } from './windows/rolling-aggregate.ts';
import { windowRows } from './windows/window-rows.ts';

// Nanoseconds since 1970, which floats hold to 256 of them.
const START = 1_732_600_000_000_000_020n;
const STEPS = Array.from({ length: 1000 }, (_zero, at) => (at * 7) % 1000);
const TIMES = columnOf(
  'integer',
  STEPS.map((step) => START + BigInt(step) * 10n),
);
const MEAN = Number(START + 4995n);
// The variance of 0 to n - 1 is n(n + 1)/12.
const VARIANCE = (100 * (1000 * 1001)) / 12;

const SMALL = { type: 'integer', values: Float64Array.from(STEPS), validity: null } as const;

describe('the statistics of epoch nanoseconds', () => {
  it('are exact in each group, also where groups are far from each other', () => {
    const rows = [...STEPS.entries()];
    const isLate = columnOf(
      'boolean',
      rows.map(([row]) => row % 2 === 1),
    );
    const values = columnOf(
      'integer',
      rows.map(([row, step]) => {
        if (step === 500) return null;
        return row % 2 === 1 ? START + BigInt(step) : -(2n ** 63n) + BigInt(step);
      }),
    );
    const groups = groupRows([isLate], rows.length);
    const offsets = [0, 1].map((group) =>
      rows.flatMap(([row, step]) => (row % 2 === group && step !== 500 ? [step] : [])),
    );
    const meanOffsets = offsets.map((steps) => sum(steps) / steps.length);
    const variances = offsets.map((steps, group) => {
      const squares = steps.map((step) => (step - (meanOffsets[group] ?? 0)) ** 2);
      return sum(squares) / (steps.length - 1);
    });
    expect(cellsOf(aggregateColumn(values, groups, 'mean'))).toEqual([
      Number(-(2n ** 63n) + BigInt(Math.round(meanOffsets[0] ?? 0))),
      Number(START + BigInt(Math.round(meanOffsets[1] ?? 0))),
    ]);
    const found = cellsOf(aggregateColumn(values, groups, 'var')).map(Number);
    for (const [group, variance] of variances.entries()) {
      expect(found[group]).toBeCloseTo(variance, 6);
    }
  });

  it('have the exact mean and deviation over all rows', () => {
    const groups = groupRows([], 1000);
    expect(cellsOf(aggregateColumn(TIMES, groups, 'mean'))).toEqual([MEAN]);
    const [std] = cellsOf(aggregateColumn(TIMES, groups, 'std'));
    expect(Number(std)).toBeCloseTo(Math.sqrt(VARIANCE), 9);
  });

  it('correlate as their distances do', () => {
    const other = columnOf(
      'float',
      STEPS.map((step, row) => row + step / 2),
    );
    const [, , large] = correlationFrame([TIMES, other]);
    const [, , small] = correlationFrame([SMALL, other]);
    if (large === undefined || small === undefined) throw new TypeError('No products.');
    expect(Number(cellsOf(large)[1])).toBeCloseTo(Number(cellsOf(small)[1]), 9);
  });

  it('have an exact rolling mean', () => {
    const window = { kind: 'rolling', aggregate: 'mean', size: 1000, minValues: 1000 } as const;
    const found = rollingAggregate(TIMES, windowRows([], null, 1000), window);
    expect(cellsOf(found)[999]).toBe(MEAN);
  });

  it('have an exact rolling deviation, also below a value far from them', () => {
    const values = columnOf('integer', [0n, START + 10n, START + 20n, START + 30n]);
    const window = { kind: 'rolling', aggregate: 'std', size: 3, minValues: 3 } as const;
    const found = rollingAggregate(values, windowRows([], null, 4), window);
    expect(cellsOf(found)[3]).toBe(10);
  });
});

describe('the statistics of large floats', () => {
  it('have a mean within the values and their deviation', () => {
    const values = columnOf(
      'float',
      STEPS.map((step) => 2 ** 60 + step * 256),
    );
    const groups = groupRows([], 1000);
    expect(cellsOf(aggregateColumn(values, groups, 'mean'))).toEqual([2 ** 60 + 499.5 * 256]);
    const [std] = cellsOf(aggregateColumn(values, groups, 'std'));
    expect(Number(std)).toBeCloseTo(25.6 * Math.sqrt(VARIANCE), 6);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
