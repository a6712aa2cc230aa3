import { roundDistinctly } from '../domain/round-distinctly.ts';
import { floatText } from '../expressions/values/number-text.ts';
import type { Bin } from '../plan/operators/bin.ts';

/** Finite numbers in ascending order; at least one. */
export interface SortedNumbers {
  readonly length: number;
  at(index: number): number;
}

/** The bins of a column. */
export interface Bins {
  /** The edges between the bins: a number is in the first bin whose upper edge is not below it. */
  readonly inner: readonly number[];
  /** One for each bin. */
  readonly labels: readonly string[];
}

/** The bins of the finite numbers of a column. */
export function binsOf({ method, bins, labels }: Bin, numbers: SortedNumbers): Bins {
  const edges = method === 'quantile' ? quantileEdges(numbers, bins) : widthEdges(numbers, bins);
  return { inner: edges.slice(1, -1), labels: labels ?? edgeLabels(edges) };
}

/** A label such as `(2.5, 5.0]` for each bin. */
function edgeLabels(edges: readonly number[]): readonly string[] {
  const texts = roundDistinctly(edges).map(floatText);
  return texts.slice(1).map((high, bin) => `(${texts[bin] ?? ''}, ${high}]`);
}

/** Edges of bins of equal width, as pandas has them: the first one is lowered by 0.1 % of the range. */
function widthEdges(numbers: SortedNumbers, bins: number): readonly number[] {
  const [low, high] = [numbers.at(0), numbers.at(numbers.length - 1)];
  const first = lowestEdge(low, high);
  if (low === high) {
    return stepsBetween(first, Math.min(high + marginOf(high), Number.MAX_VALUE), bins);
  }
  return [first, ...stepsBetween(low, high, bins).slice(1)];
}

function stepsBetween(low: number, high: number, bins: number): readonly number[] {
  const step = (high - low) / bins;
  const edge = (bin: number): number =>
    Number.isFinite(step) ? low + bin * step : numberBetween(low, high, bin / bins);
  return [...Array.from({ length: bins }, (_, bin) => edge(bin)), high];
}

/** Quantiles with linear interpolation; the first one is lowered so that its bin has the least number. */
function quantileEdges(numbers: SortedNumbers, bins: number): readonly number[] {
  const last = numbers.length - 1;
  const edges = Array.from({ length: bins + 1 }, (_, bin) => {
    const rest = (last * bin) % bins;
    const at = (last * bin - rest) / bins;
    const [low, high] = [numbers.at(at), numbers.at(Math.min(at + 1, last))];
    return numberBetween(low, high, rest / bins);
  });
  return [lowestEdge(numbers.at(0), numbers.at(last)), ...edges.slice(1)];
}

/** The least number lowered by 0.1 % of the range, but not below all floats. */
function lowestEdge(low: number, high: number): number {
  const edge = low === high ? low - marginOf(low) : numberBetween(low, high, -0.001);
  return Math.max(edge, -Number.MAX_VALUE);
}

/** The number at a share of a range, also if the range is wider than the greatest float. */
function numberBetween(low: number, high: number, share: number): number {
  const range = high - low;
  return Number.isFinite(range) ? low + range * share : low * (1 - share) + high * share;
}

/** The distance of the edges from a number that is alone. */
function marginOf(number: number): number {
  return Math.abs(number) * 0.001 || 0.001;
}
