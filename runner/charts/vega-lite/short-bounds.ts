import { lastPlace, shortNumber, shortUnit } from './short-numbers.ts';

/** Between the bounds of a bin. */
const DASH = ' – ';

/** The labels of the bins of a histogram with their bounds in a unit, such as `1.2 M – 1.4 M`. */
export function shortBounds(labels: readonly string[]): readonly string[] {
  const bins = labels.map((label) => label.split(DASH).map(Number));
  const bounds = [...new Set(bins.flat())].toSorted((a, b) => a - b);
  const greatest = bounds.reduce((most, bound) => Math.max(most, Math.abs(bound)), 0);
  const unit = shortUnit(greatest, stepOf(bounds));
  if (unit === null) return labels;
  return bins.map((bin) => bin.map((bound) => shortNumber(bound, unit)).join(DASH));
}

function stepOf([first = 0, ...others]: readonly number[]): number {
  if (others.length === 0) return lastPlace(first);
  const distances = others.map((bound, index) => bound - (others[index - 1] ?? first));
  return Math.min(...distances);
}
