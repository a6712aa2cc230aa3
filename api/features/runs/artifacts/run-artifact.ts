import { ChartArtifact } from '../../../../runner/charts/chart-artifact.ts';
import type { NodeResult } from '../../../../runner/domain/run-result.ts';
import { listedNodes, notFound } from '../../../domain/errors.ts';
import type { RunRecord } from '../../../domain/runs/run-record.ts';

/**
 * The chart that a node of a run drew.
 * @throws DomainError not_found for an unknown node, and for one without a chart: it is of another type, or
 *   it has not finished
 */
export function chartOfNode(run: RunRecord, nodeId: string): ChartArtifact {
  const results: readonly NodeResult[] = run.nodeResults ?? [];
  const chart = results.find(({ node_id: id }) => id === nodeId)?.chart;
  if (chart === undefined) {
    const drawn = results.filter((result) => result.chart !== undefined);
    const hint =
      drawn.length === 0
        ? 'The run has no chart.'
        : `The run has charts of: ${listedNodes(drawn.map((result) => result.node_id))}.`;
    throw notFound('Artifact', `${run.id}/${nodeId}`, hint);
  }
  return ChartArtifact.parse(chart);
}
