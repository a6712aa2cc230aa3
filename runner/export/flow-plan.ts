import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphEdge, type GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { indexGraph, type GraphIndex } from '../graph/graph-index.ts';
import { readConfig } from '../graph/node-config.ts';
import { findCycle, topologicalOrder } from '../graph/topological-order.ts';
import { unknownTypeMessage } from '../graph/validate-wiring.ts';
import { lowerNode } from '../graph/lower-node.ts';
import type { AnyNode, NodeInputs } from '../nodes/definition.ts';
import { isDiscovered, type Relation, type Source } from '../plan/relation.ts';
import { nodeOfType } from '../nodes/index.ts';
import type { ExportInput, ExportRequest } from './export-request.ts';
import { plannedParameters } from './export-parameters.ts';
import { PLANNED_TIME } from './run-time-lines.ts';

/** A node with the facts that its Python needs. */
export interface PlannedNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  /** Config parsed by the type's schema, with planned parameter values. */
  readonly config: unknown;
  /** Config with defaults and unresolved placeholders. */
  readonly writtenConfig: JsonObject;
  /** Sources by handle, in edge order. */
  readonly inputs: ReadonlyMap<string, readonly PlannedNode[]>;
  /** The plan of its first output. */
  readonly relation: Relation;
  /** Set for input nodes. */
  readonly file: ExportInput | null;
}

export interface FlowPlan {
  /** The nodes in topological order. */
  readonly nodes: readonly PlannedNode[];
}

/**
 * Plans the export of a graph: the order, configs and columns of its nodes.
 * @param lookup returns the definition of a node type
 * @throws UserError when the flow cannot run
 */
export function planFlow(
  request: ExportRequest,
  lookup: (type: string) => AnyNode | undefined = nodeOfType,
): FlowPlan {
  const index = indexGraph(request.graph);
  if (index.nodes.size === 0)
    throw new UserError('The flow has no nodes: there is nothing to export.');
  const cycle = findCycle(index);
  if (cycle !== null) {
    throw new UserError(`The flow runs in a circle: ${cycle.map(nodeLabel).join(' → ')}.`);
  }
  const parameters = plannedParameters(request.graph.parameters ?? []);
  const planned = new Map<string, PlannedNode>();
  for (const node of topologicalOrder(index)) {
    planned.set(node.id, planNode(node, { request, lookup, index, parameters, planned }));
  }
  return { nodes: [...planned.values()] };
}

interface PlanningState {
  readonly request: ExportRequest;
  readonly lookup: (type: string) => AnyNode | undefined;
  readonly index: GraphIndex;
  readonly parameters: JsonObject;
  readonly planned: ReadonlyMap<string, PlannedNode>;
}

function planNode(node: GraphNode, state: PlanningState): PlannedNode {
  const definition = state.lookup(node.type);
  if (definition === undefined) {
    throw fault(node, unknownTypeMessage(node.type));
  }
  const config = readConfig(definition, node, state.parameters);
  const inputs = inputsByHandle(node, definition, state);
  for (const edge of state.index.incoming(node.id)) checkOutput(edge, node, state.planned);
  const file = definition.kind === 'input' ? fileOf(node, state.request.inputs) : null;
  return {
    node,
    definition,
    config,
    writtenConfig: { ...definition.defaultConfig, ...node.data.config },
    inputs,
    relation: relationOf({ node, definition, config, file }, inputs, state.parameters),
    file,
  };
}

function inputsByHandle(
  node: GraphNode,
  definition: AnyNode,
  state: PlanningState,
): ReadonlyMap<string, readonly PlannedNode[]> {
  const edges = Map.groupBy(state.index.incoming(node.id), (edge) => edge.targetHandle ?? 'in');
  for (const handle of edges.keys()) {
    if (!definition.inputs.some(({ id }) => id === handle)) {
      throw fault(node, `It has no input "${handle}".`);
    }
  }
  for (const { id, required, multi } of definition.inputs) {
    const count = edges.get(id)?.length ?? 0;
    if (required && count === 0) throw fault(node, `Its input "${id}" is not connected.`);
    if (!multi && count > 1) throw fault(node, `Its input "${id}" takes one connection only.`);
  }
  return new Map([...edges].map(([handle, list]) => [handle, sourcesOf(list, state.planned)]));
}

/** A planned node has one frame: that of its first output. */
function checkOutput(
  { source, sourceHandle }: GraphEdge,
  node: GraphNode,
  planned: ReadonlyMap<string, PlannedNode>,
): void {
  const from = planned.get(source);
  const first = from?.definition.outputs[0];
  if (from === undefined || first === undefined) return;
  if (sourceHandle === undefined || sourceHandle === null || sourceHandle === first.id) return;
  throw fault(
    node,
    `It reads the output "${sourceHandle}" of ${nodeLabel(from.node)}. Exported Python has only the first output, "${first.id}".`,
  );
}

function sourcesOf(
  edges: readonly GraphEdge[],
  planned: ReadonlyMap<string, PlannedNode>,
): readonly PlannedNode[] {
  return edges.flatMap((edge) => planned.get(edge.source) ?? []);
}

function fileOf(node: GraphNode, files: readonly ExportInput[]): ExportInput {
  const file = files.find(({ nodeId }) => nodeId === node.id);
  if (file === undefined) throw fault(node, 'Its dataset is unknown.');
  return file;
}

function relationOf(
  { node, definition, config, file }: Pick<PlannedNode, 'node' | 'definition' | 'config' | 'file'>,
  inputs: ReadonlyMap<string, readonly PlannedNode[]>,
  parameters: JsonObject,
): Relation {
  const source: Source = { op: 'source', name: node.id, columns: file?.columns ?? [] };
  const sources =
    file === null
      ? nodeInputs(inputs, (input) => input.relation)
      : { one: () => source, many: () => [source] };
  try {
    const context = { parameters, localTime: PLANNED_TIME };
    const output = lowerNode({ definition, config }, sources, context).of();
    if (!isDiscovered(output)) return output;
    throw new UserError(
      'Its columns are known only when it runs, so it has no Python. List its heads to export the flow.',
    );
  } catch (error) {
    if (error instanceof UserError) throw fault(node, error.message);
    throw error;
  }
}

/** Maps the inputs of a planned node. */
export function nodeInputs<T>(
  inputs: ReadonlyMap<string, readonly PlannedNode[]>,
  take: (input: PlannedNode) => T,
): NodeInputs<T> {
  const many = (handle: string): readonly T[] => (inputs.get(handle) ?? []).map(take);
  return {
    many,
    one(handle = 'in') {
      const [only] = many(handle);
      if (only === undefined) throw new UserError(`The input "${handle}" is not connected.`);
      return only;
    },
  };
}

function fault(node: GraphNode, reason: string): NodeError {
  return new NodeError({ id: node.id, label: nodeLabel(node) }, reason);
}
