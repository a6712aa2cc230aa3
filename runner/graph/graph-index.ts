import type { GraphDocument, GraphEdge, GraphNode } from '../domain/graph.ts';

/** A graph with its edges by node. Dangling edges are omitted. */
export interface GraphIndex {
  /** By id, in the order of the document. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** In the order of the document. */
  readonly incoming: (nodeId: string) => readonly GraphEdge[];
  /** In the order of the document. */
  readonly outgoing: (nodeId: string) => readonly GraphEdge[];
}

/** Indexes the edges of a graph by node. */
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

/** The ids of the node and its ancestors. */
export function withAncestors(index: GraphIndex, nodeId: string): ReadonlySet<string> {
  return reach(nodeId, (id) => index.incoming(id).map((edge) => edge.source));
}

/** The ids of the node's descendants, without the node itself. */
export function descendants(index: GraphIndex, nodeId: string): ReadonlySet<string> {
  const reached = reach(nodeId, (id) => index.outgoing(id).map((edge) => edge.target));
  return new Set([...reached].filter((id) => id !== nodeId));
}

function reach(start: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([start]);
  // Iterating a set also visits elements that are added meanwhile, so it is the queue of the search.
  for (const id of reached) for (const neighbour of next(id)) reached.add(neighbour);
  return reached;
}
