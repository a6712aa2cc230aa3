import type { AnyNode } from '../definition.ts';
import { chartArea } from './chart-area.ts';
import { chartBar } from './chart-bar.ts';
import { chartBoxPlot } from './chart-box-plot.ts';
import { chartHeatmap } from './chart-heatmap.ts';
import { chartHistogram } from './chart-histogram.ts';
import { chartLine } from './chart-line.ts';
import { chartPie } from './chart-pie.ts';
import { chartScatter } from './chart-scatter.ts';

/** The node types of the category `chart`. */
export const chartNodes: readonly AnyNode[] = [
  chartArea,
  chartBar,
  chartBoxPlot,
  chartHeatmap,
  chartHistogram,
  chartLine,
  chartPie,
  chartScatter,
];
