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
  python.import('import math');
  python.import('import sys');
  python.helper('number_between', NUMBER_BETWEEN);
  python.helper('lowest_edge', LOWEST_EDGE);
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
  python.helper('round_distinctly', ROUND_DISTINCTLY);
  python.helper('bin_edge', BIN_EDGE);
  python.helper('bin_labels', BIN_LABELS);
  return 'bin_labels';
}

const BIN_LABELS = `def bin_labels(edges):
    """Return a label such as (2.5, 5.0] for each bin."""
    texts = [bin_edge(edge) for edge in round_distinctly(edges)]
    return [f"({low}, {high}]" for low, high in pairwise(texts)]`;

/** The rule of `roundDistinctly`. */
const ROUND_DISTINCTLY = `def round_distinctly(edges):
    """Round to six significant digits, or to as many more as keep different edges different."""
    for digits in range(6, 18):
        context = decimal.Context(prec=digits, rounding=decimal.ROUND_HALF_UP)
        near = [float(context.create_decimal_from_float(edge)) for edge in edges]
        rounded = [at if math.isfinite(at) else edge for at, edge in zip(near, edges)]
        if len(set(rounded)) == len(set(edges)):
            break
    return rounded`;

const BIN_EDGE = `def bin_edge(edge):
    """Format an edge of a bin with as few digits as it needs."""
    digits = decimal.Decimal(repr(edge + 0.0)).normalize()
    if not -5 <= digits.adjusted() <= 15:
        return f"{digits:e}"
    text = f"{digits:f}"
    return text if "." in text else f"{text}.0"`;

const NUMBER_BETWEEN = `def number_between(low, high, share):
    """Return the number at a share of a range, which may be wider than the greatest float."""
    width = high - low
    if math.isfinite(width):
        return low + width * share
    return low * (1 - share) + high * share`;

const LOWEST_EDGE = `def lowest_edge(low, high):
    """Return the least number lowered by 0.1 % of the range, but not below all floats."""
    if low == high:
        edge = low - (abs(low) * 0.001 or 0.001)
    else:
        edge = number_between(low, high, -0.001)
    return max(edge, -sys.float_info.max)`;

const EDGES: Readonly<Record<BinMethod, { readonly name: string; readonly source: string }>> = {
  equalwidth: {
    name: 'width_edges',
    source: `def width_edges(numbers, count):
    """Return the edges of bins of equal width, the first one lowered by 0.1 % of the range."""
    low, high = numbers[0], numbers[-1]
    first = lowest_edge(low, high)
    if low == high:
        low, high = first, min(high + (abs(high) * 0.001 or 0.001), sys.float_info.max)
    step = (high - low) / count
    if math.isfinite(step):
        inner = [low + k * step for k in range(1, count)]
    else:
        inner = [number_between(low, high, k / count) for k in range(1, count)]
    return [first, *inner, high]`,
  },
  quantile: {
    name: 'quantile_edges',
    source: `def quantile_edges(numbers, count):
    """Return the edges of equally full bins, the first one lowered by 0.1 % of the range."""
    last = len(numbers) - 1
    edges = []
    for k in range(count + 1):
        at, rest = divmod(last * k, count)
        low, high = numbers[at], numbers[min(at + 1, last)]
        edges.append(number_between(low, high, rest / count))
    return [lowest_edge(numbers[0], numbers[-1]), *edges[1:]]`,
  },
};
