import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import { indexGraph } from './graph-index.ts';
import { topologicalOrder } from './topological-order.ts';

/**
 * The nodes in the order in which a run executes and reports them: topological, but outputs last, in the order
 * of the document, since an output is written when all other nodes have succeeded. Nodes on a cycle and their
 * descendants are omitted.
 */
export function executionOrder(
  graph: GraphDocument,
  isOutput: (node: GraphNode) => boolean,
): readonly GraphNode[] {
  const sorted = topologicalOrder(indexGraph(graph));
  const reached = new Set(sorted);
  return [
    ...sorted.filter((node) => !isOutput(node)),
    ...graph.nodes.filter((node) => isOutput(node) && reached.has(node)),
  ];
}
