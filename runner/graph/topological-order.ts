import type { GraphNode } from '../domain/graph.ts';
import type { GraphIndex } from './graph-index.ts';

/**
 * The nodes so that each comes after those it is made from: breadth first, ready nodes in list
 * order. Nodes on a cycle, and nodes after one, are left out: then it is shorter than `index.nodes`.
 */
export function topologicalOrder(index: GraphIndex): readonly GraphNode[] {
  const waitingFor = new Map<string, number>();
  for (const id of index.nodes.keys()) waitingFor.set(id, index.incoming(id).length);
  const order = [...index.nodes.values()].filter((node) => waitingFor.get(node.id) === 0);
  // The list grows while it is walked: it is the queue as well as the result.
  for (const node of order) {
    for (const { target } of index.outgoing(node.id)) {
      const left = (waitingFor.get(target) ?? 0) - 1;
      waitingFor.set(target, left);
      const ready = left === 0 ? index.nodes.get(target) : undefined;
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
  // Every node left over has a predecessor left over, so walking backwards must come to a cycle.
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
