import { floatText } from '../expressions/kernels/number-text.ts';
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
  return {
    inner: edges.slice(1, -1),
    labels:
      labels ??
      edges.slice(1).map((high, bin) => `(${edgeText(edges[bin] ?? 0)}, ${edgeText(high)}]`),
  };
}

/** Edges of bins of equal width, as pandas has them: the first one is lowered by 0.1 % of the range. */
function widthEdges(numbers: SortedNumbers, bins: number): readonly number[] {
  const [low, high] = [numbers.at(0), numbers.at(numbers.length - 1)];
  if (low === high) {
    const margin = marginOf(low);
    return stepsBetween(low - margin, high + margin, bins);
  }
  const [first = 0, ...others] = stepsBetween(low, high, bins);
  return [first - (high - low) * 0.001, ...others];
}

function stepsBetween(low: number, high: number, bins: number): readonly number[] {
  const step = (high - low) / bins;
  return [...Array.from({ length: bins }, (_, bin) => low + bin * step), high];
}

/** Quantiles with linear interpolation; the first one is lowered so that its bin has the least number. */
function quantileEdges(numbers: SortedNumbers, bins: number): readonly number[] {
  const last = numbers.length - 1;
  const edges = Array.from({ length: bins + 1 }, (_, bin) => {
    const rest = (last * bin) % bins;
    const at = (last * bin - rest) / bins;
    const [low, high] = [numbers.at(at), numbers.at(Math.min(at + 1, last))];
    return low + (high - low) * (rest / bins);
  });
  const [first = 0, ...others] = edges;
  const range = numbers.at(last) - first;
  return [first - (range * 0.001 || marginOf(first)), ...others];
}

/** The distance of the edges from a number that is alone. */
function marginOf(number: number): number {
  return Math.abs(number) * 0.001 || 0.001;
}

/** Six significant digits. */
function edgeText(edge: number): string {
  return floatText(Number(edge.toPrecision(6)));
}
