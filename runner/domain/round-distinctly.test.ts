import { roundDistinctly } from './round-distinctly.ts';

describe('numbers that are rounded distinctly', () => {
  it.each([
    ['have six significant digits when these differ', [1.23456789, 98765.4321], [1.23457, 98765.4]],
    [
      'have as many digits as the closest two need',
      [1, 100000.1, 100000.3],
      [1, 100000.1, 100000.3],
    ],
    [
      'have no digit more than that',
      [1700000000, 1700000900, 1 / 3],
      [1700000000, 1700001000, 0.3333333],
    ],
    [
      'may be equal when they were',
      [20240101.5, 20240101.5, 20240104],
      [20240102, 20240102, 20240104],
    ],
    ['differ when they are neighbours', [1, 1 + 2 ** -52], [1, 1 + 2 ** -52]],
    [
      'are rounded away from zero at a half',
      [0.5000005, -2.5, 1000002.5, -1000002.5, 1000001],
      [0.5000005, -2.5, 1000003, -1000003, 1000001],
    ],
    [
      'stay finite at the end of the floats',
      [1.7976931348623157e308, -1.7976931348623157e308, 1.79769313485e308],
      [1.7976931348623157e308, -1.7976931348623157e308, 1.79769313485e308],
    ],
  ])('%s', (_title, numbers, expected) => {
    expect(roundDistinctly(numbers)).toEqual(expected);
  });
});
