import type { HeatmapArtifact } from '../chart-artifact.ts';
import type { Row } from '../../domain/json.ts';
import type { HeatmapRequest } from '../chart-request.ts';
import { numberCell, tableOf, type ChartRows } from '../chart-rows.ts';
import { titleOf } from '../labels.ts';

/**
 * A heatmap of correlations. Table: `pairs`, a row for each pair of columns, with a column with itself included,
 * in the order of the columns. It has the sum `products` of the products of both standard scores, and their
 * `count`.
 */
export function buildHeatmap(
  { kind, title, columns, dropped_columns, total_columns }: HeatmapRequest,
  tables: ChartRows,
  rowsSeen: number,
): HeatmapArtifact {
  const pairs = new Map(
    tableOf(tables, 'pairs').map((row) => [
      pairKey(Number(row.first), Number(row.second)),
      correlation(row),
    ]),
  );
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    columns,
    matrix: columns.map((_row, row) =>
      columns.map((_column, column) => pairs.get(pairKey(row, column)) ?? null),
    ),
    total_columns,
    dropped_columns,
  };
}

function pairKey(first: number, second: number): string {
  return `${Math.min(first, second)} ${Math.max(first, second)}`;
}

/** The correlation with 6 decimals; null for less than two rows or a constant column. */
function correlation(row: Row): number | null {
  const products = numberCell(row, 'products');
  const count = numberCell(row, 'count') ?? 0;
  if (products === null || count < 2) return null;
  const rounded = Math.round((products / (count - 1)) * 1e6) / 1e6;
  // Rounding can leave the range by a digit, and -0 is 0.
  return Math.min(1, Math.max(-1, rounded)) + 0;
}
