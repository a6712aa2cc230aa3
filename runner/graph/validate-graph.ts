import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphDocument, type GraphEdge, type GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { indexGraph, withAncestors, type GraphIndex } from './graph-index.ts';
import { readConfig } from './node-config.ts';
import { findCycle, topologicalOrder } from './topological-order.ts';
import { checkWiring } from './validate-wiring.ts';

export type NodeLookup = (type: string) => AnyNode | undefined;

export interface ValidationOptions {
  readonly lookup: NodeLookup;
  /** Effective values of the declared parameters. */
  readonly parameters: JsonObject;
}

/** A graph that can be executed. */
export interface ExecutionPlan {
  readonly index: GraphIndex;
  /** In the order of execution. */
  readonly steps: readonly PlannedNode[];
}

export interface PlannedNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

/**
 * Checks that a graph can be run: in this order it has nodes with distinct ids, edges between
 * them, an input, an output, no cycle, right handles and wires, right configs.
 * @throws UserError for the first thing that is wrong; a NodeError where one node is at fault
 */
export function validateForRun(graph: GraphDocument, options: ValidationOptions): ExecutionPlan {
  refuseEmpty(graph);
  const index = indexGraph(graph);
  for (const edge of graph.edges) refuseDanglingEdge(edge, index);
  const kinds = new Set(graph.nodes.map((node) => options.lookup(node.type)?.kind));
  if (!kinds.has('input')) throw new UserError('The flow has no input node. Add one to read from.');
  if (!kinds.has('output'))
    throw new UserError('The flow has no output node. Add one to write to.');
  refuseCycle(index);
  return planNodes(graph.nodes, index, options);
}

/**
 * Checks the part of a graph that a preview of one node needs: the node and its ancestors.
 * @param nodeId null: the last node in topological order
 * @throws UserError as `validateForRun`; UnknownNodeError when there is no such node
 */
export function validateForPreview(
  graph: GraphDocument,
  nodeId: string | null,
  options: ValidationOptions,
): ExecutionPlan & { readonly target: GraphNode } {
  refuseEmpty(graph);
  const whole = indexGraph(graph);
  if (nodeId !== null && !whole.nodes.has(nodeId)) throw new UnknownNodeError(nodeId);
  const scope = nodeId === null ? null : withAncestors(whole, nodeId);
  const nodes = scope === null ? graph.nodes : graph.nodes.filter((node) => scope.has(node.id));
  const index = indexGraph({ ...graph, nodes });
  refuseCycle(index);
  const target = nodeId === null ? topologicalOrder(index).at(-1) : whole.nodes.get(nodeId);
  if (target === undefined) throw new UserError('The flow has no node to show.');
  if (nodeId === null) return validateForPreview(graph, target.id, options);
  for (const edge of graph.edges) if (index.nodes.has(edge.target)) refuseDanglingEdge(edge, whole);
  return { ...planNodes(nodes, index, options), target };
}

/** A preview names a node that the flow does not have. */
export class UnknownNodeError extends UserError {
  override readonly name = 'UnknownNodeError';
  readonly nodeId: string;

  constructor(nodeId: string) {
    super(`Node "${nodeId}" not found`);
    this.nodeId = nodeId;
  }
}

function refuseEmpty(graph: GraphDocument): void {
  if (graph.nodes.length === 0) throw new UserError('The flow has no nodes.');
  const seen = new Set<string>();
  for (const { id } of graph.nodes) {
    if (seen.has(id)) throw new UserError(`Two nodes have the id "${id}". Ids must be distinct.`);
    seen.add(id);
  }
}

function refuseDanglingEdge(edge: GraphEdge, index: GraphIndex): void {
  for (const end of ['source', 'target'] as const) {
    if (index.nodes.has(edge[end])) continue;
    throw new UserError(
      `The edge from "${edge.source}" to "${edge.target}": its ${end} "${edge[end]}" is no node of the flow.`,
    );
  }
}

function refuseCycle(index: GraphIndex): void {
  const cycle = findCycle(index);
  if (cycle === null) return;
  const names = [...cycle, ...cycle.slice(0, 1)].map((node) => `${nodeLabel(node)} (${node.id})`);
  throw new UserError(
    `The flow goes in a circle: ${names.join(' → ')}. Remove one of these edges.`,
  );
}

function planNodes(
  nodes: readonly GraphNode[],
  index: GraphIndex,
  options: ValidationOptions,
): ExecutionPlan {
  const definitions = new Map<string, AnyNode>();
  for (const node of nodes) {
    const definition = options.lookup(node.type);
    if (definition !== undefined) definitions.set(node.id, definition);
  }
  for (const node of nodes) checkWiring(node, index, definitions);
  const configs = new Map<string, unknown>();
  for (const node of nodes) {
    configs.set(node.id, readConfig(known(node, definitions), node, options.parameters));
  }
  const steps = topologicalOrder(index).map((node) => ({
    node,
    definition: known(node, definitions),
    config: configs.get(node.id),
  }));
  return { index, steps };
}

function known(node: GraphNode, definitions: ReadonlyMap<string, AnyNode>): AnyNode {
  const definition = definitions.get(node.id);
  if (definition !== undefined) return definition;
  throw new NodeError({ id: node.id, label: nodeLabel(node) }, unknownType(node.type));
}

function unknownType(type: string): string {
  return `There is no node type "${type}".`;
}
