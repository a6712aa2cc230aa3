import type { NodeResult } from '../../../runner/domain/run-result.ts';
import {
  compareResults,
  hasOtherShape,
  type NodeDifference,
} from '../../domain/runs/compare-runs.ts';
import type { EarlierRun } from '../../domain/runs/run-record.ts';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import type { RunDrift } from './drift-schemas.ts';

/** How the results of a run differ from those of an earlier run; null: in nothing. */
export function toRunDrift(results: readonly NodeResult[], earlier: EarlierRun): RunDrift | null {
  const compared = compareResults(earlier.nodeResults, results);
  const nodes = compared.nodes.filter(hasOtherShape);
  const { nodesAdded, nodesRemoved } = compared;
  if (nodes.length + nodesAdded.length + nodesRemoved.length === 0) return null;
  return {
    previous_run_id: earlier.id,
    previous_run_created_at: recordTimestamp(earlier.createdAt),
    nodes: nodes.map(toNodeDrift),
    nodes_added: nodesAdded,
    nodes_removed: nodesRemoved,
  };
}

function toNodeDrift(node: NodeDifference): RunDrift['nodes'][number] {
  const { before, after } = node;
  return {
    node_id: after.node_id,
    label: after.label,
    rows_before: before.rows,
    rows_after: after.rows,
    rows_delta: before.rows === null || after.rows === null ? null : after.rows - before.rows,
    columns_added: node.columnsAdded,
    columns_removed: node.columnsRemoved,
  };
}
