import type { Bin, BinMethod } from '../plan/operators/bin.ts';
import { call } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { parameterCode } from './idioms.ts';

/**
 * Returns the call of the helper that labels a column.
 * @param values the code of the column
 * @param helper the helper of the library
 */
export function binCall(
  python: PythonContext,
  { method, bins, labels, at }: Bin,
  values: string,
  helper: string,
): string {
  const edges = EDGES[method];
  python.helper(edges.name, edges.source);
  const names = parameterCode(python, at.labels) ?? labelsCode(python, labels);
  python.helper('bin_column', helper);
  const count = parameterCode(python, at.bins) ?? String(bins);
  return call('bin_column', [values, count, edges.name, names]);
}

/** The texts, or the function that makes them of the edges. */
function labelsCode(python: PythonContext, labels: Bin['labels']): string {
  if (labels !== null) return python.literal(labels);
  python.import('import decimal');
  python.import('from itertools import pairwise');
  python.helper('bin_edge', BIN_EDGE);
  python.helper('bin_labels', BIN_LABELS);
  return 'bin_labels';
}

const BIN_LABELS = `def bin_labels(edges):
    """Return a label such as (2.5, 5.0] for each bin."""
    return [f"({bin_edge(low)}, {bin_edge(high)}]" for low, high in pairwise(edges)]`;

const BIN_EDGE = `def bin_edge(edge):
    """Format an edge of a bin with six significant digits."""
    context = decimal.Context(prec=6, rounding=decimal.ROUND_HALF_UP)
    digits = context.create_decimal_from_float(edge + 0.0).normalize()
    if not -5 <= digits.adjusted() <= 15:
        return f"{digits:e}"
    text = f"{digits:f}"
    return text if "." in text else f"{text}.0"`;

const EDGES: Readonly<Record<BinMethod, { readonly name: string; readonly source: string }>> = {
  equalwidth: {
    name: 'width_edges',
    source: `def width_edges(numbers, count):
    """Return the edges of bins of equal width, the first one lowered by 0.1 % of the range."""
    low, high = numbers[0], numbers[-1]
    margin = (high - low) * 0.001
    if low == high:
        widened = abs(low) * 0.001 or 0.001
        low, high = low - widened, high + widened
    step = (high - low) / count
    edges = [low + k * step for k in range(count)] + [high]
    edges[0] -= margin
    return edges`,
  },
  quantile: {
    name: 'quantile_edges',
    source: `def quantile_edges(numbers, count):
    """Return the edges of bins with equally many numbers, the first one lowered by 0.1 % of the range."""
    last = len(numbers) - 1
    edges = []
    for k in range(count + 1):
        at, rest = divmod(last * k, count)
        low, high = numbers[at], numbers[min(at + 1, last)]
        edges.append(low + (high - low) * (rest / count))
    margin = (numbers[-1] - edges[0]) * 0.001 or abs(edges[0]) * 0.001 or 0.001
    edges[0] -= margin
    return edges`,
  },
};
