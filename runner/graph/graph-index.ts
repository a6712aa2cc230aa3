import type { GraphDocument, GraphEdge, GraphNode } from '../domain/graph.ts';

/** A graph with its edges sorted by the nodes they touch. Edges with an unknown end are left out. */
export interface GraphIndex {
  /** In list order. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** In edge order. */
  readonly incoming: (nodeId: string) => readonly GraphEdge[];
  /** In edge order. */
  readonly outgoing: (nodeId: string) => readonly GraphEdge[];
}

export function indexGraph(graph: GraphDocument): GraphIndex {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const edges = graph.edges.filter((edge) => nodes.has(edge.source) && nodes.has(edge.target));
  const incoming = Map.groupBy(edges, (edge) => edge.target);
  const outgoing = Map.groupBy(edges, (edge) => edge.source);
  return {
    nodes,
    incoming: (nodeId) => incoming.get(nodeId) ?? [],
    outgoing: (nodeId) => outgoing.get(nodeId) ?? [],
  };
}

/** The node and everything that it is made from. */
export function withAncestors(index: GraphIndex, nodeId: string): ReadonlySet<string> {
  return reach(nodeId, (id) => index.incoming(id).map((edge) => edge.source));
}

/** Everything that is made from the node, without the node itself. */
export function descendants(index: GraphIndex, nodeId: string): ReadonlySet<string> {
  const reached = reach(nodeId, (id) => index.outgoing(id).map((edge) => edge.target));
  return new Set([...reached].filter((id) => id !== nodeId));
}

function reach(start: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set yields what is added to it while it is walked: this is the queue of the search.
  for (const id of reached) for (const neighbour of next(id)) reached.add(neighbour);
  return reached;
}
