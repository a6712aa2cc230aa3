import { nodeLabel } from '../domain/graph.ts';
import type { PlannedNode, PlannedOutput } from './flow-plan.ts';
import type { VariableNames } from './variable-names.ts';

/**
 * Assigns each output of a node that makes a frame a variable of its own, named after the node's label and,
 * if the node has several outputs, after the handle. An input that still has the label of its type is named
 * after its file.
 */
export function frameVariables(
  nodes: readonly PlannedNode[],
  names: VariableNames,
): ReadonlyMap<PlannedOutput, string> {
  const frames = nodes.filter(({ definition }) => definition.kind !== 'output');
  return new Map(
    frames.flatMap((planned) =>
      planned.outputs.map((output): [PlannedOutput, string] => {
        const handle = planned.definition.outputs.length > 1 ? ` ${output.handle}` : '';
        const text = frameText(planned) + handle;
        return [output, names.ofFrame(text, typeText(planned) + handle)];
      }),
    ),
  );
}

function frameText(planned: PlannedNode): string {
  const { node, definition, file } = planned;
  const label = nodeLabel(node);
  const isOfType = label === node.type || label === definition.label;
  if (!isOfType) return label;
  return file === null ? typeText(planned) : file.datasetName.replace(/\.[^.]*$/, '');
}

/** The type's id as words: `filter Rows` for `filterRows`. */
function typeText({ node }: PlannedNode): string {
  return node.type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Returns for each node the variables that it uses last, which can be deleted after it. */
export function lastUses(
  nodes: readonly PlannedNode[],
  variables: ReadonlyMap<PlannedOutput, string>,
): ReadonlyMap<PlannedNode, readonly string[]> {
  const lastUse = new Map<string, PlannedNode>();
  for (const node of nodes) {
    for (const used of [...node.inputs.values()].flat().concat(node.outputs)) {
      const variable = variables.get(used);
      if (variable !== undefined) lastUse.set(variable, node);
    }
  }
  const byNode = Map.groupBy(lastUse.entries(), ([, node]) => node);
  return new Map([...byNode].map(([node, uses]) => [node, uses.map(([variable]) => variable)]));
}
