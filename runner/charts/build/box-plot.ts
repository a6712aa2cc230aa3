import type { BoxPlotArtifact } from '../chart-artifact.ts';
import type { BoxPlotRequest } from '../chart-request.ts';
import { countOf, keysOf, numberCell, tableOf, valueCell, type ChartRows } from '../chart-rows.ts';
import { labelOf, labelsOf, titleOf } from '../labels.ts';

/** A box plot. Tables: `groups` in their order, with the fields of a group; `total`. */
export function buildBoxPlot(
  { kind, title, column, group_by }: BoxPlotRequest,
  tables: ChartRows,
  rowsSeen: number,
): BoxPlotArtifact {
  const labels = labelsOf(keysOf(tables, 'groups', 'label'));
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    column,
    group_by,
    groups: tableOf(tables, 'groups').map((row, index) => ({
      label: group_by === null ? labelOf(column) : (labels[index] ?? ''),
      min: valueCell(row, 'min'),
      q1: valueCell(row, 'q1'),
      median: valueCell(row, 'median'),
      q3: valueCell(row, 'q3'),
      max: valueCell(row, 'max'),
      outliers: numberCell(row, 'outliers') ?? 0,
      count: numberCell(row, 'count') ?? 0,
    })),
    total_groups: countOf(tables, 'total'),
  };
}
