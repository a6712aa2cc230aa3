import type { NodeLookup } from './node-lookup.ts';
import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphDocument, type GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { indexGraph, withAncestors, type GraphIndex } from './graph-index.ts';
import { readConfig } from './node-config.ts';
import { throwFirst } from './problem.ts';
import {
  cycleProblems,
  danglingEdgeProblems,
  nodeListProblems,
  inputOutputProblems,
} from './structure-problems.ts';
import { topologicalOrder } from './topological-order.ts';
import { checkWiring, unknownTypeMessage } from './validate-wiring.ts';

/** Options of the validation. */
export interface ValidationOptions {
  readonly lookup: NodeLookup;
  /** Effective values of the declared parameters. */
  readonly parameters: JsonObject;
}

/** A validated graph in execution order. */
export interface ExecutionPlan {
  readonly index: GraphIndex;
  /** In topological order. */
  readonly steps: readonly PlannedNode[];
  /** The names of the declared parameters. */
  readonly parameters: readonly string[];
}

/** A node with its definition and its effective config. */
export interface PlannedNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

/**
 * Validates a graph for a run, in this order: nodes with distinct ids, edges between existing nodes,
 * known types, an input and an output node, no cycle, valid handles, valid configs.
 * @throws UserError for the first problem; NodeError when it concerns a single node
 */
export function validateForRun(graph: GraphDocument, options: ValidationOptions): ExecutionPlan {
  throwFirst(nodeListProblems(graph));
  const index = indexGraph(graph);
  throwFirst(danglingEdgeProblems(graph.edges, index));
  // Before the check for input nodes: a misspelled type explains why there is none.
  for (const node of graph.nodes) {
    if (options.lookup(node.type) === undefined) throw unknownTypeError(node);
  }
  throwFirst(inputOutputProblems(graph, options.lookup));
  throwFirst(cycleProblems(index));
  return planNodes(graph.nodes, index, options);
}

/**
 * Validates the part of a graph that a preview needs: the node and its ancestors.
 * @param nodeId null: the last node in topological order
 * @throws UserError like validateForRun; UnknownNodeError when there is no such node
 */
export function validateForPreview(
  graph: GraphDocument,
  nodeId: string | null,
  options: ValidationOptions,
): ExecutionPlan & { readonly target: GraphNode } {
  throwFirst(nodeListProblems(graph));
  const whole = indexGraph(graph);
  if (nodeId !== null && !whole.nodes.has(nodeId)) throw new UnknownNodeError(nodeId);
  const scope = nodeId === null ? null : withAncestors(whole, nodeId);
  const nodes = scope === null ? graph.nodes : graph.nodes.filter((node) => scope.has(node.id));
  const index = indexGraph({ ...graph, nodes });
  throwFirst(cycleProblems(index));
  const target = nodeId === null ? topologicalOrder(index).at(-1) : whole.nodes.get(nodeId);
  if (target === undefined) throw new UserError('The flow has no node to show.');
  if (nodeId === null) return validateForPreview(graph, target.id, options);
  const adjacent = graph.edges.filter(
    (edge) => index.nodes.has(edge.target) || index.nodes.has(edge.source),
  );
  throwFirst(danglingEdgeProblems(adjacent, whole));
  return { ...planNodes(nodes, index, options), target };
}

/** The node of a preview does not exist in the flow. */
export class UnknownNodeError extends UserError {
  override readonly name = 'UnknownNodeError';
  readonly nodeId: string;

  constructor(nodeId: string) {
    super(`Node "${nodeId}" not found`);
    this.nodeId = nodeId;
  }
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
  for (const node of nodes) checkWiring(node, index, definitions.get(node.id));
  const configs = new Map<string, unknown>();
  for (const node of nodes) {
    configs.set(node.id, readConfig(definitionOf(node, definitions), node, options.parameters));
  }
  const steps = topologicalOrder(index).map((node) => ({
    node,
    definition: definitionOf(node, definitions),
    config: configs.get(node.id),
  }));
  return { index, steps, parameters: Object.keys(options.parameters) };
}

function definitionOf(node: GraphNode, definitions: ReadonlyMap<string, AnyNode>): AnyNode {
  const definition = definitions.get(node.id);
  if (definition !== undefined) return definition;
  throw unknownTypeError(node);
}

function unknownTypeError(node: GraphNode): NodeError {
  return new NodeError({ id: node.id, label: nodeLabel(node) }, unknownTypeMessage(node.type));
}
