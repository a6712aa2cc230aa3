import {
  WARM_UP_COLUMNS,
  WARM_UP_DATASET,
  WARM_UP_GRAPH,
} from '../../../runner/domain/warm-up-flow.ts';
import { exportFlow } from '../../../runner/export/export-flow.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';

/** Plans a built-in flow and writes it as Python, so that the first export finds code that is compiled. */
export function warmUpExport(): Promise<void> {
  const input = {
    nodeId: 'in',
    datasetName: `${WARM_UP_DATASET}.csv`,
    format: 'csv',
    parseOptions: null,
    columns: WARM_UP_COLUMNS,
  } as const;
  exportFlow({ flowName: 'Warm-up', graph: readGraph(WARM_UP_GRAPH), inputs: [input] });
  return Promise.resolve();
}
