import { roundDistinctly } from '../../domain/round-distinctly.ts';
import { binEdges } from '../bin-edges.ts';
import type { HistogramArtifact } from '../chart-artifact.ts';
import type { HistogramRequest } from '../chart-request.ts';
import { numberCell, tableOf, type ChartRows } from '../chart-rows.ts';
import { titleOf } from '../labels.ts';

/**
 * A histogram. Tables: `range` with `min` and `max`, `bins` with the index `bin` and `count`; both are empty
 * for a column without numbers.
 */
export function buildHistogram(
  { kind, title, column, bins }: HistogramRequest,
  tables: ChartRows,
  rowsSeen: number,
): HistogramArtifact {
  const [range] = tableOf(tables, 'range');
  const min = numberCell(range, 'min');
  const max = numberCell(range, 'max');
  const counts = new Map(
    tableOf(tables, 'bins').map((row) => [numberCell(row, 'bin'), numberCell(row, 'count') ?? 0]),
  );
  const edges = min === null || max === null ? [] : binEdges({ min, max }, bins);
  const bounds = roundDistinctly(edges);
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    column,
    bins,
    data: bounds.slice(1).map((upper, index) => ({
      label: `${bounds[index] ?? upper} – ${upper}`,
      value: counts.get(index) ?? 0,
    })),
  };
}
