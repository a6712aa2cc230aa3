import { selectsRows, wrapsRows } from '../plan/traits.ts';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import type { PlannedOutput } from './planned-output.ts';

interface Below {
  readonly wraps: boolean;
  readonly filters: boolean;
}

/**
 * Returns the input nodes whose rows a lazy plan may filter by integer arithmetic that wraps around. polars
 * moves such a filter into the scan of a Parquet file, and there it computes with the statistics of row groups:
 * a wrapped maximum skips rows that the filter keeps.
 */
export function inputsOfWrappingFilters(plan: FlowPlan): ReadonlySet<PlannedNode> {
  const belowOutput = new Map<PlannedOutput, Below>();
  const found = new Set<PlannedNode>();
  for (const node of plan.nodes.toReversed()) {
    const below = [
      ...node.outputs.map(({ relation }) => ownOf(relation)),
      ...readersOf(node, belowOutput),
    ].reduce(either);
    for (const input of [...node.inputs.values()].flat()) {
      const known = belowOutput.get(input);
      belowOutput.set(input, known === undefined ? below : either(known, below));
    }
    if (readsFile(node) && below.wraps && below.filters) found.add(node);
  }
  return found;
}

function readsFile({ file, outputs }: PlannedNode): boolean {
  return file !== null || outputs.some(({ read }) => read !== null && 'file' in read);
}

function ownOf(relation: PlannedOutput['relation']): Below {
  return { wraps: wrapsRows(relation), filters: selectsRows(relation) };
}

function readersOf(
  { outputs }: PlannedNode,
  belowOutput: ReadonlyMap<PlannedOutput, Below>,
): readonly Below[] {
  return outputs.flatMap((output) => belowOutput.get(output) ?? []);
}

function either(one: Below, other: Below): Below {
  return { wraps: one.wraps || other.wraps, filters: one.filters || other.filters };
}
