import { nodeName } from '../domain/errors.ts';
import { nodeLabel, type GraphDocument, type GraphEdge, type GraphNode } from '../domain/graph.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { indexGraph, type GraphIndex } from './graph-index.ts';
import { graphError, type GraphProblem } from './problem.ts';
import { findCycle } from './topological-order.ts';

type Problems = Generator<GraphProblem, void>;

/** An empty flow, and duplicate node ids. */
export function* nodeListProblems({ nodes }: GraphDocument): Problems {
  if (nodes.length === 0) yield graphError('The flow has no nodes.');
  const seen = new Set<string>();
  for (const { id } of nodes) {
    if (seen.has(id)) {
      yield graphError(`Two nodes have the id "${id}". Ids must be distinct.`, { nodeId: id });
    }
    seen.add(id);
  }
}

/** Edges whose source or target does not exist. */
export function* danglingEdgeProblems(edges: Iterable<GraphEdge>, index: GraphIndex): Problems {
  for (const edge of edges) {
    for (const end of ['source', 'target'] as const) {
      if (index.nodes.has(edge[end])) continue;
      const { source, target } = edge;
      const other = end === 'source' ? target : source;
      yield graphError(
        `The edge from "${source}" to "${target}": its ${end} "${edge[end]}" is no node of the flow.`,
        { nodeId: index.nodes.has(other) ? other : null },
      );
    }
  }
}

/** A missing input node, and a flow that ends nowhere. */
export function* inputOutputProblems(
  { nodes }: GraphDocument,
  lookup: (type: string) => AnyNode | undefined,
): Problems {
  const types = nodes.flatMap((node) => lookup(node.type) ?? []);
  if (!types.some(({ kind }) => kind === 'input')) {
    yield graphError('The flow has no input node. Add one to read from.');
  }
  if (!types.some(({ kind, isFlowTerminal }) => kind === 'output' || isFlowTerminal)) {
    yield graphError('The flow has no output node. Add one to write to, or a chart.');
  }
}

/** The maximum number of reported cycles. */
const MAX_CYCLES = 20;

/** Cycles that share no node. */
export function* cycleProblems(whole: GraphIndex): Problems {
  let index = whole;
  for (let count = 0; count < MAX_CYCLES; count++) {
    const cycle = findCycle(index);
    const [first] = cycle ?? [];
    if (cycle === null || first === undefined) return;
    const names = [...cycle, first].map((node) =>
      nodeName({ id: node.id, label: nodeLabel(node) }),
    );
    yield graphError(
      `The flow goes in a circle: ${names.join(' → ')}. Remove one of these edges.`,
      {
        nodeId: first.id,
      },
    );
    index = without(index, cycle);
  }
}

function without(index: GraphIndex, nodes: readonly GraphNode[]): GraphIndex {
  const removed = new Set(nodes.map(({ id }) => id));
  const rest = [...index.nodes.values()].filter(({ id }) => !removed.has(id));
  return indexGraph({ nodes: rest, edges: rest.flatMap(({ id }) => index.outgoing(id)) });
}
