import { NodeError } from '../domain/errors.ts';
import { nodeLabel, type GraphEdge, type GraphNode } from '../domain/graph.ts';
import { nearestField } from '../domain/field-hint.ts';
import type { AnyNode, Handle } from '../nodes/definition.ts';
import { nodeOfType, nodes } from '../nodes/index.ts';
import type { GraphIndex } from './graph-index.ts';

/** The target handle of an edge that names none. */
export const DEFAULT_TARGET_HANDLE = 'in';

/**
 * The incoming edges of a node by the id of their target handle, in the order of the document. Where a node has
 * one input that an edge can mean, an output or a concatenation, each edge ends there, whatever it names.
 */
export function edgesByHandle(
  node: GraphNode,
  index: GraphIndex,
): ReadonlyMap<string, readonly GraphEdge[]> {
  const only = onlyInput(nodeOfType(node.type));
  return Map.groupBy(index.incoming(node.id), ({ targetHandle = null }) => {
    if (only !== null) return only;
    // An empty text names none.
    return targetHandle === null || targetHandle === '' ? DEFAULT_TARGET_HANDLE : targetHandle;
  });
}

/** The input that every edge into a node means; null: edges name their input. */
function onlyInput(definition: AnyNode | undefined): string | null {
  const [input, ...others] = definition?.inputs ?? [];
  if (input === undefined || others.length > 0) return null;
  return input.multi || definition?.kind === 'output' ? input.id : null;
}

/** Validates the edges of a node. @throws NodeError for the first of `wiringProblems` */
export function checkWiring(
  node: GraphNode,
  index: GraphIndex,
  definition: AnyNode | undefined,
): void {
  for (const message of wiringProblems(node, index, definition)) {
    throw new NodeError({ id: node.id, label: nodeLabel(node) }, message);
  }
}

/**
 * The problems of a node's type and edges: an unknown type, an edge at an unknown handle, a required
 * input without an edge, several edges at a single input.
 */
export function* wiringProblems(
  node: GraphNode,
  index: GraphIndex,
  definition: AnyNode | undefined,
): Generator<string, void> {
  if (definition === undefined) {
    yield unknownTypeMessage(node.type);
    return;
  }
  for (const edge of index.outgoing(node.id)) yield* sourceHandleProblems(edge, definition);
  yield* inputProblems(edgesByHandle(node, index), definition);
}

/** The message about an unknown node type, with the nearest type. */
export function unknownTypeMessage(type: string): string {
  const nearest = nearestField(
    type,
    nodes.map(({ id }) => id),
  );
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `There is no node type "${type}".${hint} All of them: /docs/nodes.`;
}

function* inputProblems(
  byHandle: ReadonlyMap<string, readonly GraphEdge[]>,
  definition: AnyNode,
): Generator<string, void> {
  if (definition.kind === 'input') {
    if (byHandle.size > 0) yield 'An input node takes no edge.';
    return;
  }
  const ids = definition.inputs.map((input) => input.id);
  for (const handle of byHandle.keys()) {
    if (ids.includes(handle)) continue;
    yield `There is no input "${handle}". ${listHandles('inputs', ids)}`;
  }
  for (const handle of definition.inputs) {
    yield* inputProblem(handle, byHandle.get(handle.id)?.length ?? 0);
  }
}

function* inputProblem(handle: Handle, edges: number): Generator<string, void> {
  if (handle.required && edges === 0) yield `The input "${handle.id}" needs an edge.`;
  if (!handle.multi && edges > 1) {
    yield `The input "${handle.id}" takes one edge, but ${edges} end there.`;
  }
}

/** Edges may leave an output node by this handle, though the catalogue lists none. */
const OUTPUT_NODE_HANDLES: readonly string[] = ['out'];

function* sourceHandleProblems(edge: GraphEdge, definition: AnyNode): Generator<string, void> {
  const ids =
    definition.kind === 'output'
      ? OUTPUT_NODE_HANDLES
      : definition.outputs.map((output) => output.id);
  const handle = edge.sourceHandle ?? null;
  if (handle === null && ids.length <= 1) return;
  if (handle !== null && ids.includes(handle)) return;
  const problem =
    handle === null
      ? `The edge to "${edge.target}" must name the output it leaves.`
      : `The edge to "${edge.target}" leaves an output "${handle}" that does not exist.`;
  yield `${problem} ${listHandles('outputs', ids)}`;
}

function listHandles(what: string, ids: readonly string[]): string {
  return `The ${what} are: ${ids.join(', ') || '(none)'}.`;
}
