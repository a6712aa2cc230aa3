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
  const width = (max - min) / bins;
  return Array.from({ length: bins + 1 }, (_, index) =>
    index === bins ? max : min + index * width,
  );
}

/** A number with at most 6 significant digits. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
