import type { ChartArtifact } from './chart-artifact.ts';
import type { ChartRequest } from './chart-request.ts';
import { rowsOf, type ChartRows } from './chart-rows.ts';
import type { ChartTable } from './chart-table.ts';
import { buildBoxPlot } from './build/box-plot.ts';
import { buildBar, buildPie } from './build/categories.ts';
import { buildGroupedBar } from './build/grouped-bar.ts';
import { buildHeatmap } from './build/heatmap.ts';
import { buildHistogram } from './build/histogram.ts';
import { buildLines } from './build/lines.ts';
import { buildScatter } from './build/scatter.ts';

/**
 * Builds a chart from its aggregated tables.
 * @param tables by the names that the kind of the chart defines
 * @param rowsSeen the number of rows that the node read
 * @throws Error when a table of the kind is missing
 */
export function buildChart(
  request: ChartRequest,
  tables: Readonly<Record<string, ChartTable>>,
  rowsSeen: number,
): ChartArtifact {
  const rows = Object.entries(tables).map(([name, table]) => [name, rowsOf(table)] as const);
  return build(request, Object.fromEntries(rows), rowsSeen);
}

function build(request: ChartRequest, tables: ChartRows, rowsSeen: number): ChartArtifact {
  switch (request.kind) {
    case 'bar': {
      const { group_by } = request;
      return group_by === null
        ? buildBar(request, tables, rowsSeen)
        : buildGroupedBar({ ...request, group_by }, tables, rowsSeen);
    }
    case 'line':
    case 'area':
      return buildLines(request, tables, rowsSeen);
    case 'scatter':
      return buildScatter(request, tables, rowsSeen);
    case 'pie':
      return buildPie(request, tables, rowsSeen);
    case 'histogram':
      return buildHistogram(request, tables, rowsSeen);
    case 'boxplot':
      return buildBoxPlot(request, tables, rowsSeen);
    case 'heatmap':
      return buildHeatmap(request, tables, rowsSeen);
  }
}
