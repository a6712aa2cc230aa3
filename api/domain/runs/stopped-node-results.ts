import { nodeLabel, type GraphDocument, type GraphNode } from '../../../runner/domain/graph.ts';
import type { NodeProgress, RunProgress } from '../../../runner/domain/run-progress.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { indexGraph } from '../../../runner/graph/graph-index.ts';
import { topologicalOrder } from '../../../runner/graph/topological-order.ts';

/** The progress of a run without any known step. */
export const NO_PROGRESS: RunProgress = { finished: [], started: null };

/** Whether a node of the run is known to have started. */
export function hasStartedNodes({ finished, started }: RunProgress): boolean {
  return started !== null || finished.length > 0;
}

/**
 * The node results of a stopped run, in topological order: finished nodes keep their status and error, the current
 * node has failed, later nodes are skipped. Columns and samples are lost with the process.
 * @param reason why the run was stopped: the error of the current node
 */
export function stoppedNodes(
  graph: GraphDocument,
  { finished, started }: RunProgress,
  reason: string,
): NodeResult[] {
  const byId = new Map(finished.map((node) => [node.nodeId, node]));
  return topologicalOrder(indexGraph(graph)).map((node) => {
    const done = byId.get(node.id);
    return done === undefined && node.id === started
      ? { ...withoutData(node, undefined), status: 'failed', error: reason }
      : withoutData(node, done);
  });
}

function withoutData(node: GraphNode, done: NodeProgress | undefined): NodeResult {
  return {
    node_id: node.id,
    type: node.type,
    label: nodeLabel(node),
    status: done?.status ?? 'skipped',
    rows: done?.rows ?? null,
    columns: [],
    sample: [],
    error: done?.error ?? null,
    duration_ms: done?.durationMs ?? null,
  };
}
