import type { Row } from '../../domain/json.ts';
import type { BoxPlotArtifact, ChartValue } from '../chart-artifact.ts';
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
      min: whiskerEnd(row, 'min', 'q1'),
      q1: valueCell(row, 'q1'),
      median: valueCell(row, 'median'),
      q3: valueCell(row, 'q3'),
      max: whiskerEnd(row, 'max', 'q3'),
      outliers: numberCell(row, 'outliers') ?? 0,
      count: numberCell(row, 'count') ?? 0,
    })),
    total_groups: countOf(tables, 'total'),
  };
}

/** A quartile is interpolated, so that every value on its side of the box can be an outlier: the whisker then ends at the box. */
function whiskerEnd(row: Row, end: 'min' | 'max', quartile: 'q1' | 'q3'): ChartValue {
  const [value, edge] = [numberCell(row, end), numberCell(row, quartile)];
  if (value === null || edge === null) return edge;
  const isInBox = end === 'min' ? value > edge : value < edge;
  return isInBox ? edge : valueCell(row, end);
}
