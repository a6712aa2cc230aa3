import type { PlannedNode } from './flow-plan.ts';
import type { VariableNames } from './variable-names.ts';

/**
 * Which variable holds the frame of each node: `df_<file>` for inputs; a node in a straight chain
 * goes on with its source's variable; after a fork or a join comes `df_1`, `df_2` and so on.
 */
export function frameVariables(
  nodes: readonly PlannedNode[],
  names: VariableNames,
): ReadonlyMap<PlannedNode, string> {
  const variables = new Map<PlannedNode, string>();
  const uses = countUses(nodes);
  /** Nodes whose variable nobody else reads, so that the next node may overwrite it. */
  const owned = new Set<PlannedNode>();
  for (const node of nodes) {
    const sources = [...node.inputs.values()].flat();
    const only = sources.length === 1 ? sources[0] : undefined;
    const reusable = only !== undefined && owned.has(only);
    const sourceVariable = only === undefined ? undefined : variables.get(only);
    if (node.definition.kind === 'output' && sourceVariable !== undefined) {
      variables.set(node, sourceVariable);
    } else if (node.file !== null) {
      variables.set(node, names.ofFile(node.file.datasetName));
    } else {
      variables.set(node, reusable && sourceVariable ? sourceVariable : names.numbered());
    }
    const ownsVariable = node.definition.kind !== 'output' || reusable;
    if (ownsVariable && (uses.get(node) ?? 0) <= 1) owned.add(node);
  }
  return variables;
}

function countUses(nodes: readonly PlannedNode[]): ReadonlyMap<PlannedNode, number> {
  const uses = new Map<PlannedNode, number>();
  for (const node of nodes) {
    for (const source of [...node.inputs.values()].flat()) {
      uses.set(source, (uses.get(source) ?? 0) + 1);
    }
  }
  return uses;
}

/** The variables whose last use is each node: they can be deleted after it. */
export function lastUses(
  nodes: readonly PlannedNode[],
  variables: ReadonlyMap<PlannedNode, string>,
): ReadonlyMap<PlannedNode, readonly string[]> {
  const lastUse = new Map<string, PlannedNode>();
  for (const node of nodes) {
    for (const used of [...node.inputs.values()].flat().concat(node)) {
      const variable = variables.get(used);
      if (variable !== undefined) lastUse.set(variable, node);
    }
  }
  const byNode = Map.groupBy(lastUse.entries(), ([, node]) => node);
  return new Map([...byNode].map(([node, uses]) => [node, uses.map(([variable]) => variable)]));
}
