import type { GraphNode } from '../domain/graph.ts';
import type { AnyNode } from '../nodes/definition.ts';

/** A part of a config that stands where nothing reads it. */
export interface MisplacedConfig {
  readonly field: string;
  /** A sentence that says where it belongs. */
  readonly message: string;
}

/**
 * Finds the config of a node beside its `data`, and fields of its type in `data` beside an empty config.
 * Nodes and their data may have other keys, which editors use.
 */
export function* misplacedConfig(
  node: GraphNode,
  { id: type, fields }: AnyNode,
): Generator<MisplacedConfig> {
  const { config } = node as GraphNode & { readonly config?: unknown };
  if (typeof config === 'object' && config !== null) {
    const message = `The "config" of a node belongs in "data": write {"type": "${type}", "data": {"config": {…}}}.`;
    yield { field: 'config', message };
  }
  if (Object.keys(node.data.config).length > 0) return;
  for (const key of Object.keys(node.data)) {
    if (key === 'label' || !fields.some((field) => field.key === key)) continue;
    const message = `"${key}" belongs in the "config" in "data": write "data": {"config": {"${key}": …}}.`;
    yield { field: key, message };
  }
}
