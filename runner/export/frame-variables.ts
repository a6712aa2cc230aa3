import { nodeLabel } from '../domain/graph.ts';
import type { PlannedNode } from './flow-plan.ts';
import type { PlannedOutput } from './planned-output.ts';
import type { VariableNames } from './variable-names.ts';

/**
 * Assigns each output of a node that makes a frame a variable of its own, named after the node's label and,
 * if the node has several outputs, after the handle. An input that still has the label of its type is named
 * after its file. An output that is its input, unchanged, has the variable of that.
 */
export function frameVariables(
  nodes: readonly PlannedNode[],
  names: VariableNames,
): ReadonlyMap<PlannedOutput, string> {
  const variables = new Map<PlannedOutput, string>();
  for (const planned of nodes) {
    if (planned.definition.kind === 'output') continue;
    for (const output of planned.outputs) {
      const handle = planned.definition.outputs.length > 1 ? ` ${output.handle}` : '';
      const text = frameText(planned) + handle;
      const variable = passedVariable(planned, output, variables);
      variables.set(output, variable ?? names.ofFrame(text, typeText(planned) + handle));
    }
  }
  return variables;
}

/** The variable of the input that an output is, unchanged; undefined for an output that is computed. */
function passedVariable(
  { inputs }: PlannedNode,
  { relation }: PlannedOutput,
  variables: ReadonlyMap<PlannedOutput, string>,
): string | undefined {
  if (relation.op !== 'check' && relation.op !== 'artifact') return undefined;
  const { input } = relation;
  const source = input.op === 'input' ? inputs.get(input.handle)?.[input.position] : undefined;
  return source === undefined ? undefined : variables.get(source);
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
