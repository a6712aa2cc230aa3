import type { HeatmapArtifact } from '../chart-artifact.ts';
import type { HeatmapRequest } from '../chart-request.ts';
import { numberCell, tableOf, type ChartRows } from '../chart-rows.ts';
import { titleOf } from '../labels.ts';

/** The table of a pair of columns, the smaller index first. */
export function pairTable(first: number, second: number): string {
  return `pair_${Math.min(first, second)}_${Math.max(first, second)}`;
}

/**
 * A heatmap of correlations. Tables: one for each pair of columns, a column with itself included. Its only
 * row has the sum `products` of the products of both standard scores, and their `count`.
 */
export function buildHeatmap(
  { kind, title, columns, dropped_columns }: HeatmapRequest,
  tables: ChartRows,
  rowsSeen: number,
): HeatmapArtifact {
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    columns,
    matrix: columns.map((_row, row) =>
      columns.map((_column, column) => correlation(tables, pairTable(row, column))),
    ),
    total_columns: columns.length + dropped_columns.length,
    dropped_columns,
  };
}

/** The correlation with 6 decimals; null for less than two rows or a constant column. */
function correlation(tables: ChartRows, table: string): number | null {
  const [row] = tableOf(tables, table);
  const products = numberCell(row, 'products');
  const count = numberCell(row, 'count') ?? 0;
  if (products === null || count < 2) return null;
  const rounded = Math.round((products / (count - 1)) * 1e6) / 1e6;
  // Rounding can leave the range by a digit, and -0 is 0.
  return Math.min(1, Math.max(-1, rounded)) + 0;
}
