import { chartLineExamples } from './examples/chart-line-examples.ts';
import { defineLineNode } from './line-node.ts';

export const chartLine = defineLineNode({
  id: 'chartLine',
  kind: 'line',
  label: 'Line Chart',
  examples: chartLineExamples,
});
