/** The least and the greatest value of a histogram. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The bounds of the bins, one more than there are bins. The plan assigns the values by the same arithmetic,
 * so that a value on a bound is in the bin above it.
 */
export function binEdges({ min, max }: ValueRange, bins: number): readonly number[] {
  const span = max - min;
  // Of two large numbers the difference can be infinite, but not the mean.
  const edge = Number.isFinite(span * bins)
    ? (index: number): number => min + (span * index) / bins
    : (index: number): number => min * (1 - index / bins) + max * (index / bins);
  return Array.from({ length: bins + 1 }, (_, index) => (index === bins ? max : edge(index)));
}
