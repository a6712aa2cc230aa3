import { inputsOf, type Relation } from '../plan/relation.ts';
import { castsStrictly } from '../plan/traits.ts';
import type { PlannedNode } from './flow-plan.ts';
import type { PlannedOutput } from './planned-output.ts';
import type { Root } from './open-columns.ts';

/**
 * Returns the outputs that a lazy script would compute several times: those that several outputs, checks or
 * other steps read that evaluate a frame. A file or the rows of a database are not among them: to read a part
 * of a file again costs less than all of it in memory.
 * @param isWritten whether the script writes the rows of an output node; it draws no charts
 */
export function outputsReadAgain(
  nodes: readonly PlannedNode[],
  isWritten: (node: PlannedNode) => boolean,
): ReadonlySet<PlannedOutput> {
  const evaluations = new Map<PlannedOutput, Set<object>>();
  const of = (output: PlannedOutput): Set<object> => evaluations.get(output) ?? new Set();
  const again = new Set<PlannedOutput>();
  for (const node of nodes.toReversed()) {
    const inputs = new Set([...node.inputs.values()].flat());
    const steps =
      node.definition.kind === 'output'
        ? [node].filter(isWritten)
        : node.outputs.flatMap((output) => {
            if (isComputed(node, output) && of(output).size > 1) again.add(output);
            return evaluationsOf(output, again.has(output) ? [output] : [...of(output)]);
          });
    for (const input of inputs) evaluations.set(input, new Set([...of(input), ...steps]));
  }
  return again;
}

/** The steps that evaluate what a node reads. @param below those below its output */
function evaluationsOf(
  { relation, discovered }: PlannedOutput,
  below: readonly object[],
): object[] {
  const root = discovered ?? relation;
  return [...evaluatingOperators(root), ...(evaluatesItself(root) ? [root] : below)];
}

function isComputed({ file }: PlannedNode, { relation, discovered, read }: PlannedOutput): boolean {
  return file === null && read === null && !isPassed(discovered ?? relation);
}

/** Whether an output is its input, unchanged. */
function isPassed(root: Root): boolean {
  return root.op === 'input' || (REPORTS.has(root.op) && 'input' in root && isPassed(root.input));
}

const REPORTS: ReadonlySet<string> = new Set(['check', 'artifact', 'nullReport']);

/** Whether the frame of an output has its rows in memory in any case. */
function evaluatesItself(root: Root): boolean {
  if (root.op === 'discoveredPivot' || root.op === 'discoveredOpaque') return true;
  return root.op === 'opaque' || castsStrictly(root);
}

/** The operators within an output that evaluate what they read, beside the output itself. */
function evaluatingOperators(root: Root): Relation[] {
  if (root.op === 'discoveredPivot') return evaluatingOperators(root.input);
  if (root.op === 'discoveredOpaque') return root.inputs.flatMap(evaluatingOperators);
  if (root.op === 'input') return [];
  const own = root.op === 'check' || root.op === 'sample' ? [root] : [];
  return [...own, ...inputsOf(root).flatMap(evaluatingOperators)];
}
