import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphEdge, type GraphNode } from '../domain/graph.ts';
import type { AnyNode, Handle } from '../nodes/definition.ts';
import type { GraphIndex } from './graph-index.ts';

/** The handle an edge docks at when it names none. */
export const DEFAULT_TARGET_HANDLE = 'in';

/** The inputs of a node as executed: an input handle's id and the edges that dock there, in edge order. */
export function edgesByHandle(
  node: GraphNode,
  index: GraphIndex,
): ReadonlyMap<string, readonly GraphEdge[]> {
  return Map.groupBy(index.incoming(node.id), (edge) => edge.targetHandle ?? DEFAULT_TARGET_HANDLE);
}

/**
 * Checks the wires of one node: its type is known, each edge docks at a handle that both ends
 * have, each required input has an edge, and no single input has several.
 * @throws NodeError
 */
export function checkWiring(
  node: GraphNode,
  index: GraphIndex,
  definitions: ReadonlyMap<string, AnyNode>,
): void {
  const definition = definitions.get(node.id);
  try {
    if (definition === undefined) throw new UserError(`There is no node type "${node.type}".`);
    for (const edge of index.outgoing(node.id)) checkSourceHandle(edge, definition);
    checkInputs(node, index, definition);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new NodeError({ id: node.id, label: nodeLabel(node) }, error.message);
  }
}

function checkInputs(node: GraphNode, index: GraphIndex, definition: AnyNode): void {
  const byHandle = edgesByHandle(node, index);
  if (definition.kind === 'input' && byHandle.size > 0) {
    throw new UserError('An input node takes no edge.');
  }
  for (const handle of byHandle.keys()) refuseUnknownHandle(handle, definition);
  for (const handle of definition.inputs) checkInput(handle, byHandle.get(handle.id)?.length ?? 0);
}

function refuseUnknownHandle(handle: string, definition: AnyNode): void {
  const ids = definition.inputs.map((input) => input.id);
  if (ids.includes(handle)) return;
  throw new UserError(`There is no input "${handle}". ${listHandles('inputs', ids)}`);
}

function checkInput(handle: Handle, edges: number): void {
  if (handle.required && edges === 0) {
    throw new UserError(`The input "${handle.id}" needs an edge.`);
  }
  if (!handle.multi && edges > 1) {
    throw new UserError(`The input "${handle.id}" takes one edge, but ${edges} end there.`);
  }
}

/** An output node's frame may flow on, by the usual handle, though the catalogue lists none. */
const PASS_THROUGH: readonly string[] = ['out'];

function checkSourceHandle(edge: GraphEdge, definition: AnyNode): void {
  const ids =
    definition.kind === 'output' ? PASS_THROUGH : definition.outputs.map((output) => output.id);
  const handle = edge.sourceHandle ?? null;
  if (handle === null && ids.length <= 1) return;
  if (handle !== null && ids.includes(handle)) return;
  const problem =
    handle === null
      ? `The edge to "${edge.target}" must name the output it leaves.`
      : `The edge to "${edge.target}" leaves an output "${handle}" that does not exist.`;
  throw new UserError(`${problem} ${listHandles('outputs', ids)}`);
}

function listHandles(what: string, ids: readonly string[]): string {
  return `The ${what} are: ${ids.join(', ') || '(none)'}.`;
}
