import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphEdge, type GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { indexGraph, type GraphIndex } from '../graph/graph-index.ts';
import { readConfig } from '../graph/node-config.ts';
import { throwFirst } from '../graph/problem.ts';
import {
  cycleProblems,
  danglingEdgeProblems,
  nodeListProblems,
} from '../graph/structure-problems.ts';
import { topologicalOrder } from '../graph/topological-order.ts';
import { checkWiring, edgesByHandle, unknownTypeMessage } from '../graph/validate-wiring.ts';
import { lowerNode } from '../graph/lower-node.ts';
import {
  completeConfig,
  readsDataset,
  type AnyNode,
  type NodeInputs,
} from '../nodes/definition.ts';
import { withHeads } from '../plan/builders/pivot-plan.ts';
import { isDiscovered, type NodeOutput, type Relation, type Source } from '../plan/relation.ts';
import { nodeOfType } from '../nodes/index.ts';
import { plannedRead } from './database/plan-databases.ts';
import { plannedObjectRead } from './storage/plan-storage.ts';
import type { ExportInput, ExportRequest } from './export-request.ts';
import { plannedParameters } from './export-parameters.ts';
import { lowerOpen, needsColumns } from './open-columns.ts';
import { knownOutput, openOutput, type PlannedOutput } from './planned-output.ts';
import { PLANNED_TIME } from './run-time-lines.ts';

/** A node with the facts that its Python needs. */
export interface PlannedNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  /** Config parsed by the type's schema, with planned parameter values. */
  readonly config: unknown;
  /** Config with defaults and unresolved placeholders. */
  readonly writtenConfig: JsonObject;
  /** The outputs that it reads by input handle, in edge order. */
  readonly inputs: ReadonlyMap<string, readonly PlannedOutput[]>;
  /** The outputs that another node reads; the first one if there is none. */
  readonly outputs: readonly [PlannedOutput, ...PlannedOutput[]];
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
  const { graph } = request;
  if (graph.nodes.length === 0) {
    throw new UserError('The flow has no nodes: there is nothing to export.');
  }
  const index = indexGraph(graph);
  throwFirst(nodeListProblems(graph));
  throwFirst(danglingEdgeProblems(graph.edges, index));
  throwFirst(cycleProblems(index));
  const parameters = plannedParameters(graph.parameters ?? []);
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
  checkScripts(node, definition);
  const file = readsDataset(definition) ? fileOf(node, state.request.inputs) : null;
  return {
    node,
    definition,
    config,
    writtenConfig: completeConfig(definition, node.data.config),
    inputs,
    outputs: outputsOf({ node, definition, config, file }, inputs, state),
    file,
  };
}

function inputsByHandle(
  node: GraphNode,
  definition: AnyNode,
  state: PlanningState,
): ReadonlyMap<string, readonly PlannedOutput[]> {
  checkWiring(node, state.index, definition);
  const edges = edgesByHandle(node, state.index);
  return new Map(
    [...edges].map(([handle, list]) => [handle, list.map((edge) => sourceOf(edge, state.planned))]),
  );
}

function sourceOf(
  { source, sourceHandle }: GraphEdge,
  planned: ReadonlyMap<string, PlannedNode>,
): PlannedOutput {
  const outputs = planned.get(source)?.outputs ?? [];
  const found = outputs.find(({ handle }) => handle === sourceHandle) ?? outputs[0];
  if (found === undefined) throw new Error(`Node ${source} is not planned.`);
  return found;
}

function fileOf(node: GraphNode, files: readonly ExportInput[]): ExportInput {
  const file = files.find(({ nodeId }) => nodeId === node.id);
  if (file === undefined) throw fault(node, 'Its dataset is unknown.');
  return file;
}

function outputsOf(
  { node, definition, config, file }: Pick<PlannedNode, 'node' | 'definition' | 'config' | 'file'>,
  inputs: ReadonlyMap<string, readonly PlannedOutput[]>,
  state: PlanningState,
): PlannedNode['outputs'] {
  const source: Source = { op: 'source', name: node.id, columns: file?.columns ?? [] };
  const sources =
    file === null
      ? nodeInputs(inputs, (input) => input.relation)
      : { one: () => source, many: () => [source] };
  try {
    const outputs = loweredOutputs({ node, definition, config }, { inputs, sources, state });
    const [first, ...others] = readOutputs(node, outputs, state.index);
    if (first === undefined) throw new Error(`Node ${node.id} has no output.`);
    return [first(), ...others.map((planned) => planned())];
  } catch (error) {
    if (error instanceof UserError) throw fault(node, error.message);
    throw error;
  }
}

/** What plans an output, by its handle. */
type LoweredOutput = readonly [handle: string, plan: () => PlannedOutput];

function loweredOutputs(
  { node, definition, config }: Pick<PlannedNode, 'node' | 'definition' | 'config'>,
  {
    inputs,
    sources,
    state,
  }: {
    readonly inputs: PlannedNode['inputs'];
    readonly sources: NodeInputs<Relation>;
    readonly state: PlanningState;
  },
): readonly LoweredOutput[] {
  const context = { parameters: state.parameters, localTime: PLANNED_TIME };
  const read = [...inputs.values()].flat();
  const script = read.find((input) => input.script !== null)?.script ?? null;
  if (script === null || definition.kind === 'output') {
    const lowered = lowerNode({ definition, config }, sources, context).entries();
    return lowered.map(([handle, output]) => [
      handle,
      () => plannedOutput(node, { handle, output }, state),
    ]);
  }
  if (read.length > 1) throw needsColumns(script);
  const open = lowerOpen({ definition, config, script }, context);
  return open.map((output) => [output.handle, () => openOutput(node, output, script)]);
}

/** The outputs that an edge leaves; the first one if there is none. */
function readOutputs(
  node: GraphNode,
  all: readonly LoweredOutput[],
  index: GraphIndex,
): readonly LoweredOutput[1][] {
  const handles = all.map(([handle]) => handle);
  const read = new Set(
    index.outgoing(node.id).map(({ sourceHandle }) => sourceHandle ?? handles[0] ?? ''),
  );
  const kept = read.size === 0 ? all.slice(0, 1) : all.filter(([handle]) => read.has(handle));
  return kept.map(([, plan]) => plan);
}

/** The types of the nodes that read a node. */
function readersOf(node: GraphNode, { index, lookup }: PlanningState): readonly AnyNode[] {
  return index
    .outgoing(node.id)
    .flatMap(({ target }) => lookup(index.nodes.get(target)?.type ?? '') ?? []);
}

/**
 * A script finds the heads of a pivot that only output nodes read: they need no names of columns.
 * @throws UserError for other columns that only execution shows
 */
function plannedOutput(
  node: GraphNode,
  { handle, output }: { readonly handle: string; readonly output: NodeOutput },
  state: PlanningState,
): PlannedOutput {
  if (!isDiscovered(output)) return knownOutput(handle, output);
  if (output.op === 'discoveredOpaque') {
    const relation: Source = { op: 'source', name: node.id, columns: [] };
    const known = knownOutput(handle, relation);
    return { ...known, discovered: output, script: nodeLabel(node) };
  }
  if (output.op === 'discoveredPivot') {
    const readers = readersOf(node, state);
    if (readers.every(({ kind }) => kind === 'output')) {
      return { ...knownOutput(handle, withHeads(output, [], '')), discovered: output };
    }
    throw new UserError(
      'Its columns are known only when it runs, so no Python can follow it. List its heads to export the nodes below it.',
    );
  }
  const planned =
    output.op === 'discoveredSource'
      ? plannedRead(node.id, output, state.request)
      : plannedObjectRead(node.id, output, state.request);
  const { columns } = 'file' in planned ? planned.file : planned;
  return { ...knownOutput(handle, { op: 'source', name: node.id, columns }), read: planned };
}

/** A script becomes a function of the exported script. */
function checkScripts(node: GraphNode, { scripts }: AnyNode): void {
  for (const runtime of Object.values(scripts)) {
    if (runtime !== 'python') throw fault(node, `It is a script of ${runtime}, not of Python.`);
  }
}

/** Maps the inputs of a planned node. */
export function nodeInputs<T>(
  inputs: ReadonlyMap<string, readonly PlannedOutput[]>,
  take: (input: PlannedOutput) => T,
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
