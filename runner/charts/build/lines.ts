import type { LineArtifact } from '../chart-artifact.ts';
import type { LineRequest } from '../chart-request.ts';
import { countOf, keysOf, tableOf, valueCell, type ChartRows } from '../chart-rows.ts';
import { labelsOf, seriesKeys, titleOf } from '../labels.ts';
import { seriesRow } from './series-row.ts';

/**
 * A line or area chart. Tables: `points` in their order, with the text `x` and the values `y0`, `y1` … of
 * the series; `total`.
 */
export function buildLines(
  request: LineRequest,
  tables: ChartRows,
  rowsSeen: number,
): LineArtifact {
  const { kind, title, x, aggregate } = request;
  const series = seriesKeys(request.series, 'x');
  const labels = labelsOf(keysOf(tables, 'points', 'x'));
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    x,
    series,
    aggregate,
    rows: tableOf(tables, 'points').map((row, place) =>
      seriesRow(
        ['x', labels[place] ?? ''],
        series.map((name, index) => [name, valueCell(row, `y${index}`)]),
      ),
    ),
    total_points: countOf(tables, 'total'),
  };
}
