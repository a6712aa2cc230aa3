export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly label?: string; readonly config: object };
}

export function node(type: string, config: object = {}, id = type): GraphNode {
  return { id, type, data: { config } };
}

export function input(datasetId: string, config: object = {}, id = 'in'): GraphNode {
  return node('fileInput', { dataset_id: datasetId, format: 'csv', ...config }, id);
}

export function output(config: object = {}, id = 'out'): GraphNode {
  return node('fileOutput', { format: 'csv', ...config }, id);
}

/** Returns a graph in which each node is the input of the next. */
export function chain(nodes: readonly GraphNode[], more: object = {}): object {
  const edges = nodes.slice(1).map(({ id }, i) => ({ source: nodes[i]?.id, target: id }));
  return { nodes, edges, ...more };
}
