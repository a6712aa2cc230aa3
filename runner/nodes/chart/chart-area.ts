import { chartAreaExamples } from './examples/chart-area-examples.ts';
import { defineLineNode } from './line-node.ts';

export const chartArea = defineLineNode({
  id: 'chartArea',
  kind: 'area',
  label: 'Area Chart',
  examples: chartAreaExamples,
});
