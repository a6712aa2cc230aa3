/**
 * When two floats are the same result. Each engine adds in its own order, and addition rounds, so:
 *
 * - a sum of n values x agrees within n·ε·Σ|x|, and mean, variance and standard deviation correspondingly;
 * - every other float agrees within 1e-12 of the larger one;
 * - ±0 and ±inf agree only with themselves, and NaN, which must be null, with nothing. Only the zeros of a
 *   sum are alike.
 */
const RELATIVE = 1e-12;

/** Aggregates that add up floats. */
const SUMMING = ['sum', 'mean', 'var', 'std'] as const;
export type SummingAggregate = (typeof SUMMING)[number];

/** Whether an aggregate or a fill strategy of this name adds up floats. */
export function isSumming(name: unknown): name is SummingAggregate {
  return SUMMING.some((candidate) => candidate === name);
}

/** @param tolerance the absolute tolerance of a sum; 0 for any other float */
export function floatsAgree(a: number, b: number, tolerance = 0): boolean {
  if (Number.isNaN(a) || Number.isNaN(b)) return false;
  // A sum that begins with -0 instead of 0 keeps the sign of negative zeros.
  if (a === b) return tolerance > 0 || Object.is(a, b);
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const larger = Math.max(Math.abs(a), Math.abs(b));
  return Math.abs(a - b) <= Math.max(tolerance, RELATIVE * larger);
}

/**
 * The tolerance of an aggregate over any of these values, at least the smallest float. Infinities do not
 * count: an infinity decides its sum. The tolerance is infinite where squares exceed the range of floats.
 */
export function sumTolerance(aggregate: SummingAggregate, values: readonly number[]): number {
  const finite = values.filter(Number.isFinite);
  const bound = (of: (value: number) => number): number => {
    const total = finite.reduce((sum, value) => sum + of(value), 0);
    return Math.max(Number.MIN_VALUE, finite.length * Number.EPSILON * total);
  };
  switch (aggregate) {
    case 'sum':
    case 'mean':
      return bound(Math.abs);
    case 'var':
      return bound((value) => value * value);
    case 'std':
      // Where a deviation is near zero, its root keeps half of the digits of the variance.
      return Math.sqrt(bound((value) => value * value));
  }
}
