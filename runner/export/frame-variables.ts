import type { PlannedNode } from './flow-plan.ts';
import type { VariableNames } from './variable-names.ts';

/**
 * Assigns a variable to the frame of each node. Inputs get `df_<file>`. A node in a straight chain reuses
 * its source's variable. After a fork or a join the names are `df_1`, `df_2` and so on.
 */
export function frameVariables(
  nodes: readonly PlannedNode[],
  names: VariableNames,
): ReadonlyMap<PlannedNode, string> {
  const variables = new Map<PlannedNode, string>();
  const forked = forkedNodes(nodes);
  /** Nodes whose variable has one reader, which may overwrite it. */
  const owned = new Set<PlannedNode>();
  for (const node of nodes) {
    const source = onlySource(node);
    const reusable = source !== undefined && owned.has(source);
    const isOutput = node.definition.kind === 'output';
    const taken = isOutput || reusable ? source : undefined;
    const variable = taken === undefined ? undefined : variables.get(taken);
    variables.set(node, variable ?? newVariable(node, names));
    if ((reusable || !isOutput) && !forked.has(node)) owned.add(node);
  }
  return variables;
}

function onlySource(node: PlannedNode): PlannedNode | undefined {
  const sources = [...node.inputs.values()].flat();
  return sources.length === 1 ? sources[0] : undefined;
}

function newVariable({ file }: PlannedNode, names: VariableNames): string {
  return file === null ? names.numbered() : names.ofFile(file.datasetName);
}

/** Returns the nodes whose frame is used more than once. */
function forkedNodes(nodes: readonly PlannedNode[]): ReadonlySet<PlannedNode> {
  const used = new Set<PlannedNode>();
  const forked = new Set<PlannedNode>();
  for (const source of nodes.flatMap((node) => [...node.inputs.values()].flat())) {
    if (used.has(source)) forked.add(source);
    used.add(source);
  }
  return forked;
}

/** Returns for each node the variables that it uses last, which can be deleted after it. */
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
