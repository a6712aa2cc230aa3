import { nodeLabel } from '../runner/domain/graph.ts';
import { flowSegments } from '../runner/graph/flow-segments.ts';
import type { LoweredPlan } from '../runner/graph/lowered-plan.ts';
import type { ExecutionPlan } from '../runner/graph/validate-graph.ts';
import type { Cut } from '../runner/plan/segments.ts';

const CUT_TEXTS: Readonly<Record<Cut, string>> = {
  discovery: 'finds its columns',
  script: 'runs the script',
  'check of values': 'checks the values that can fail',
  report: 'reports a check or a chart',
  groups: 'keeps its groups in memory',
  spool: 'keeps its rows in a file',
  file: 'writes the file',
  end: 'returns its first rows',
  unknown: 'is known when the nodes before it have run',
};

/** The plans that the polars engine evaluates for large data, one line each. */
export function segmentLines(plan: ExecutionPlan, lowered: LoweredPlan): readonly string[] {
  const labels = new Map(plan.steps.map(({ node }) => [node.id, nodeLabel(node)]));
  const namesOf = (ids: readonly string[]): string =>
    ids.map((id) => labels.get(id) ?? id).join(', ');
  const lines = flowSegments(plan, lowered).map(({ from, nodes: ids, cut }, index) => {
    return `  ${index + 1}. from ${namesOf(from)}: ${namesOf(ids)}; ${CUT_TEXTS[cut]}`;
  });
  return lines.length === 0 ? [] : ['Plans of the polars engine for large data', ...lines];
}
