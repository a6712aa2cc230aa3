import type { GraphNode } from '../domain/graph.ts';
import type { GraphIndex } from './graph-index.ts';

/**
 * The nodes in topological order: breadth first, ready nodes in the order of the document. Nodes on a
 * cycle and their descendants are omitted, so the list is then shorter than `index.nodes`.
 */
export function topologicalOrder(index: GraphIndex): readonly GraphNode[] {
  const pendingInputs = new Map<string, number>();
  for (const id of index.nodes.keys()) pendingInputs.set(id, index.incoming(id).length);
  const order = [...index.nodes.values()].filter((node) => pendingInputs.get(node.id) === 0);
  // The loop also visits nodes that it appends: the list is both queue and result.
  for (const node of order) {
    for (const { target } of index.outgoing(node.id)) {
      const pending = (pendingInputs.get(target) ?? 0) - 1;
      pendingInputs.set(target, pending);
      const ready = pending === 0 ? index.nodes.get(target) : undefined;
      if (ready !== undefined) order.push(ready);
    }
  }
  return order;
}

/** The nodes of one cycle in the direction of the edges, or null when there is none. */
export function findCycle(index: GraphIndex): readonly GraphNode[] | null {
  const sorted = new Set(topologicalOrder(index).map((node) => node.id));
  const start = [...index.nodes.keys()].find((id) => !sorted.has(id));
  if (start === undefined) return null;
  // Every remaining node has a remaining predecessor, so walking backwards reaches a cycle.
  const position = new Map<string, number>();
  const path: string[] = [];
  let current = start;
  while (!position.has(current)) {
    position.set(current, path.length);
    path.push(current);
    current = index.incoming(current).find((edge) => !sorted.has(edge.source))?.source ?? start;
  }
  return path
    .slice(position.get(current))
    .reverse()
    .flatMap((id) => index.nodes.get(id) ?? []);
}
