import { NodeError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import { emitPandas } from '../compilers/pandas-python/emit.ts';
import { emitPolars } from '../compilers/polars-python/emit.ts';
import { isDiscovered } from '../plan/relation.ts';
import type { ExportRequest, Flavour } from './export-request.ts';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import type { PlannedOutput } from './planned-output.ts';
import { needsColumns, type Root } from './open-columns.ts';
import { ScriptBuilder } from './script-builder.ts';

const FLAVOURS: readonly Flavour[] = ['pandas', 'polars', 'polarsLazy'];

/**
 * Compares the code of each node below a script that finds its columns under all assumptions on them.
 * @throws NodeError for a node whose code differs: it needs to know the columns
 */
export function checkOpenNodes(plan: FlowPlan, request: ExportRequest): void {
  for (const node of plan.nodes) {
    const { node: own, inputs, outputs } = node;
    const [{ alternatives }] = outputs;
    const script = [...inputs.values()].flat().find((input) => input.script !== null)?.script;
    if (alternatives.length === 0 || typeof script !== 'string') continue;
    const isSame = FLAVOURS.every((flavour) => {
      const codes = alternatives.map((_, place) => codeOf(assumed(node, place), flavour, request));
      return new Set(codes).size === 1;
    });
    if (isSame) continue;
    throw new NodeError({ id: own.id, label: nodeLabel(own) }, needsColumns(script).message);
  }
}

/** A node with the outputs that it has under one of the assumptions. */
function assumed(node: PlannedNode, place: number): PlannedNode {
  const [first, ...others] = node.outputs;
  const outputOf = (output: PlannedOutput): PlannedOutput => {
    const root = output.alternatives[place] ?? output.relation;
    return { ...output, ...computed(root, output) };
  };
  return { ...node, outputs: [outputOf(first), ...others.map(outputOf)] };
}

function computed(
  root: Root,
  { relation }: PlannedOutput,
): Pick<PlannedOutput, 'relation' | 'discovered'> {
  return isDiscovered(root) ? { relation, discovered: root } : { relation: root, discovered: null };
}

function codeOf(
  node: PlannedNode,
  flavour: Flavour,
  { graph: { parameters = [] } }: ExportRequest,
): string {
  const inputs = [...node.inputs.values()].flat();
  const builder = new ScriptBuilder({
    lazy: flavour === 'polarsLazy',
    specs: parameters,
    names: {
      frames: new Map([
        ...inputs.map((input) => [input, 'frame'] as const),
        ...node.outputs.map((output) => [output, `result_${output.handle}`] as const),
      ]),
      parameters: new Map(parameters.map(({ name }) => [name, name])),
      runTime: 'run_time',
    },
    readAgain: new Set(),
  });
  const emit = flavour === 'pandas' ? emitPandas : emitPolars;
  builder.section(node, '', (python, output) => {
    emit(output.discovered ?? output.relation, python);
  });
  const { sections, imports, helpers, notes } = builder;
  return JSON.stringify([sections, [...imports], [...helpers], [...notes]]);
}
