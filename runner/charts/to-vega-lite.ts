import type { ChartArtifact } from './chart-artifact.ts';
import {
  barSpecification,
  groupedBarSpecification,
  histogramSpecification,
} from './vega-lite/bars.ts';
import { lineSpecification } from './vega-lite/lines.ts';
import {
  boxPlotSpecification,
  heatmapSpecification,
  pieSpecification,
  scatterSpecification,
} from './vega-lite/marks.ts';
import { COMMON, titleText, type Specification } from './vega-lite/specification.ts';

/**
 * A chart as a Vega-Lite 5 specification that has its data inline. Names and labels are data or plain titles,
 * never parts of expressions.
 */
export function toVegaLite(chart: ChartArtifact): Specification {
  const title = chart.title === undefined ? {} : { title: titleText(chart.title) };
  return { ...COMMON, ...title, ...specificationOf(chart) };
}

function specificationOf(chart: ChartArtifact): Specification {
  switch (chart.kind) {
    case 'bar':
      return 'series' in chart ? groupedBarSpecification(chart) : barSpecification(chart);
    case 'line':
    case 'area':
      return lineSpecification(chart);
    case 'scatter':
      return scatterSpecification(chart);
    case 'pie':
      return pieSpecification(chart);
    case 'histogram':
      return histogramSpecification(chart);
    case 'boxplot':
      return boxPlotSpecification(chart);
    case 'heatmap':
      return heatmapSpecification(chart);
  }
}
