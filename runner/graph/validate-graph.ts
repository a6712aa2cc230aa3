import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphDocument, type GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { indexGraph, withAncestors, type GraphIndex } from './graph-index.ts';
import { readConfig } from './node-config.ts';
import type { GraphProblem } from './problem.ts';
import {
  cycleProblems,
  danglingProblems,
  emptinessProblems,
  endProblems,
} from './structure-problems.ts';
import { topologicalOrder } from './topological-order.ts';
import { checkWiring, unknownType } from './validate-wiring.ts';

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
  /** The names of the declared parameters. */
  readonly parameters: readonly string[];
}

export interface PlannedNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

/**
 * Checks that a graph can be run: in this order it has nodes with distinct ids, edges between
 * them, known types, an input, an output, no cycle, right handles and wires, right configs.
 * @throws UserError for the first thing that is wrong; NodeError when a single node is invalid
 */
export function validateForRun(graph: GraphDocument, options: ValidationOptions): ExecutionPlan {
  refuse(emptinessProblems(graph));
  const index = indexGraph(graph);
  refuse(danglingProblems(graph.edges, index));
  // Before the ends: a mistyped input node is not a flow without one.
  for (const node of graph.nodes) {
    if (options.lookup(node.type) === undefined) throw unknownTypeError(node);
  }
  refuse(endProblems(graph, options.lookup));
  refuse(cycleProblems(index));
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
  refuse(emptinessProblems(graph));
  const whole = indexGraph(graph);
  if (nodeId !== null && !whole.nodes.has(nodeId)) throw new UnknownNodeError(nodeId);
  const scope = nodeId === null ? null : withAncestors(whole, nodeId);
  const nodes = scope === null ? graph.nodes : graph.nodes.filter((node) => scope.has(node.id));
  const index = indexGraph({ ...graph, nodes });
  refuse(cycleProblems(index));
  const target = nodeId === null ? topologicalOrder(index).at(-1) : whole.nodes.get(nodeId);
  if (target === undefined) throw new UserError('The flow has no node to show.');
  if (nodeId === null) return validateForPreview(graph, target.id, options);
  const touching = graph.edges.filter(
    (edge) => index.nodes.has(edge.target) || index.nodes.has(edge.source),
  );
  refuse(danglingProblems(touching, whole));
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

/** @throws UserError for the first problem */
function refuse(problems: Iterable<GraphProblem>): void {
  for (const { message } of problems) throw new UserError(message);
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
    configs.set(node.id, readConfig(known(node, definitions), node, options.parameters));
  }
  const steps = topologicalOrder(index).map((node) => ({
    node,
    definition: known(node, definitions),
    config: configs.get(node.id),
  }));
  return { index, steps, parameters: Object.keys(options.parameters) };
}

function known(node: GraphNode, definitions: ReadonlyMap<string, AnyNode>): AnyNode {
  const definition = definitions.get(node.id);
  if (definition !== undefined) return definition;
  throw unknownTypeError(node);
}

function unknownTypeError(node: GraphNode): NodeError {
  return new NodeError({ id: node.id, label: nodeLabel(node) }, unknownType(node.type));
}
