import { roundDistinctly } from '../../domain/round-distinctly.ts';
import { binEdges, type ValueRange } from '../bin-edges.ts';
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
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    column,
    bins,
    data: min === null || max === null ? [] : barsOf({ min, max }, bins, counts),
  };
}

/** A bar for each bin; a column with one value has one. */
function barsOf(
  range: ValueRange,
  bins: number,
  counts: ReadonlyMap<number | null, number>,
): HistogramArtifact['data'] {
  if (range.min === range.max) {
    const [label = ''] = labelsOfBounds([range.min]);
    return [{ label, value: [...counts.values()].reduce((sum, count) => sum + count, 0) }];
  }
  const bounds = labelsOfBounds(binEdges(range, bins));
  return bounds.slice(1).map((upper, index) => ({
    label: `${bounds[index] ?? upper} – ${upper}`,
    value: counts.get(index) ?? 0,
  }));
}

/** Numbers with few decimals; with as many as they need where these would make two of them alike. */
function labelsOfBounds(bounds: readonly number[]): readonly string[] {
  const short = bounds.map((bound) => String(Number(bound.toFixed(decimalsOf(bound))) + 0));
  const isDistinct = new Set(short).size === new Set(bounds).size;
  return isDistinct ? short : roundDistinctly(bounds).map(String);
}

function decimalsOf(bound: number): number {
  const size = Math.abs(bound);
  if (size >= 1000) return 0;
  return size >= 10 ? 1 : 2;
}
