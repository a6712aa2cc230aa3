/**
 * When two floats are the same result. Each engine adds in its own order, and addition rounds, so:
 *
 * - a sum of n values x agrees within n·ε·Σ|x|, and mean, variance and standard deviation correspondingly;
 * - a float that is only copied, whatever rows are chosen or moved, is the same float;
 * - every other float agrees within 1e-12 of the larger one;
 * - ±0 and ±inf agree only with themselves, and NaN, which must be null, with nothing. Only where a node
 *   aggregates or compares a column do 0 and -0 agree: they are equal there, so either may be the result.
 */
const RELATIVE = 1e-12;
/** The absolute tolerance of a column in which only 0 and -0 are alike. */
export const ALIKE_ZEROS = Number.MIN_VALUE;

/** How the floats of a column may differ. */
export interface FloatTolerance {
  /** Of an aggregated or compared column; 0 for any other. */
  readonly absolute: number;
  /** Whether each float is a copy of one that the flow read. */
  readonly isCopied: boolean;
}

/** The tolerance of a computed column that no node aggregates or compares. */
export const COMPUTED: FloatTolerance = { absolute: 0, isCopied: false };

/** The aggregates of the product by name. */
const AGGREGATES = ['sum', 'mean', 'var', 'std', 'min', 'max', 'median', 'mode', 'prod'] as const;
type Aggregate = (typeof AGGREGATES)[number];

export function isAggregate(name: unknown): name is Aggregate {
  return AGGREGATES.some((candidate) => candidate === name);
}

/** Whether two floats of a column are the same result. */
export function floatsAgree(
  a: number,
  b: number,
  { absolute, isCopied }: FloatTolerance = COMPUTED,
): boolean {
  if (Number.isNaN(a) || Number.isNaN(b)) return false;
  if (a === b) return absolute > 0 || Object.is(a, b);
  if (isCopied || !Number.isFinite(a) || !Number.isFinite(b)) return false;
  const larger = Math.max(Math.abs(a), Math.abs(b));
  return Math.abs(a - b) <= Math.max(absolute, RELATIVE * larger);
}

/**
 * The tolerance of an aggregate over any of these values. Infinities do not count: an infinity decides its
 * sum. The tolerance is infinite where squares exceed the range of floats.
 */
export function aggregateTolerance(aggregate: Aggregate, values: readonly number[]): number {
  const finite = values.filter(Number.isFinite);
  const bound = (of: (value: number) => number): number => {
    const total = finite.reduce((sum, value) => sum + of(value), 0);
    return Math.max(ALIKE_ZEROS, finite.length * Number.EPSILON * total);
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
    case 'min':
    case 'max':
    case 'median':
    case 'mode':
    case 'prod':
      return ALIKE_ZEROS;
  }
}
