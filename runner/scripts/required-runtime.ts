import type { RunnerRuntime } from '../domain/runner-runtime.ts';
import { nodes } from '../nodes/index.ts';

/** The types of nodes with a script of Python. */
export const PYTHON_NODE_TYPES: readonly string[] = nodes
  .filter(({ scripts }) => Object.values(scripts).includes('python'))
  .map(({ id }) => id);

/**
 * Returns what the image of a runner needs to execute a flow, or null when every image does.
 * @param graph a document of any shape, since the graphs of saved flows are unchecked
 */
export function requiredRuntime(graph: unknown): RunnerRuntime | null {
  const document = isObject(graph) ? graph.nodes : null;
  if (!Array.isArray(document)) return null;
  const needsPython = document.some(
    (node: unknown) =>
      isObject(node) && typeof node.type === 'string' && PYTHON_NODE_TYPES.includes(node.type),
  );
  return needsPython ? 'python' : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
