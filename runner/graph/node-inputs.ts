import type { GraphEdge, GraphNode } from '../domain/graph.ts';
import type { GraphIndex } from './graph-index.ts';
import { DEFAULT_TARGET_HANDLE, edgesByHandle } from './validate-wiring.ts';
import type { NodeInputs } from '../nodes/definition.ts';

/**
 * The input values of a node by handle.
 * @param valueOf the value of an edge
 */
export function nodeInputs<T>(
  node: GraphNode,
  index: GraphIndex,
  valueOf: (edge: GraphEdge) => T,
): NodeInputs<T> {
  const byHandle = edgesByHandle(node, index);
  function many(handle: string): readonly T[] {
    return (byHandle.get(handle) ?? []).map(valueOf);
  }
  return {
    many,
    one(handle = DEFAULT_TARGET_HANDLE) {
      const [first] = many(handle);
      if (first === undefined) throw new Error(`${node.type} has no input "${handle}"`);
      return first;
    },
  };
}
