/** Returns the quantile `q` (0 to 1) of a sample by nearest rank. */
export function quantile(sample: readonly number[], q: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  const rank = Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1);
  return sorted[Math.max(0, rank)] ?? Number.NaN;
}

export function median(sample: readonly number[]): number {
  return quantile(sample, 0.5);
}

/** A figure of a benchmark with its bound. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** `at most` or `at least` this value. */
  readonly bound?: { readonly kind: 'at most' | 'at least'; readonly value: number };
}

export function holds(figure: Figure): boolean {
  if (figure.bound === undefined) return true;
  const { kind, value } = figure.bound;
  return kind === 'at most' ? figure.value <= value : figure.value >= value;
}

/** Formats a figure in one line: name, value, bound, and whether it holds. */
export function describeFigure(figure: Figure): string {
  const value = `${figure.value.toFixed(2)} ${figure.unit}`;
  if (figure.bound === undefined) return `       ${figure.name}: ${value}`;
  const { kind, value: bound } = figure.bound;
  return `${holds(figure) ? 'holds ' : 'MISSES'} ${figure.name}: ${value} (${kind} ${bound})`;
}
