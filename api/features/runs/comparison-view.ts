import {
  compareResults,
  isChangedNode,
  reconfiguredNodes,
  type NodeDifference,
} from '../../domain/runs/compare-runs.ts';
import type { RunRecord } from '../../domain/runs/run-record.ts';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import type { ComparedRun, NodeComparison, RunComparison } from './comparison-schemas.ts';

/** How a run, "after", differs from another one, "before", as the API shows it. */
export function toRunComparison(run: RunRecord, other: RunRecord): RunComparison {
  const [after, before] = [toComparedRun(run), toComparedRun(other)];
  const { changed, ...nodes } = toNodeComparisons(run, other);
  return {
    run: after,
    other: before,
    after,
    before,
    same_flow: run.flowId === other.flowId,
    changed,
    duration_ms_delta: difference(before.duration_ms, after.duration_ms),
    ...nodes,
  };
}

type NodeComparisons = Pick<RunComparison, 'changed' | 'nodes' | 'nodes_added' | 'nodes_removed'>;

function toNodeComparisons(run: RunRecord, other: RunRecord): NodeComparisons {
  if (run.nodeResults === null || other.nodeResults === null) {
    return { changed: null, nodes: null, nodes_added: [], nodes_removed: [] };
  }
  const compared = compareResults(other.nodeResults, run.nodeResults);
  const reconfigured = reconfiguredNodes(other, run);
  const nodes = compared.nodes.map((node) => toNodeComparison(node, reconfigured));
  const { nodesAdded: nodes_added, nodesRemoved: nodes_removed } = compared;
  const isSame = nodes_added.length + nodes_removed.length === 0;
  return {
    changed: !isSame || nodes.some(({ changed }) => changed),
    nodes,
    nodes_added,
    nodes_removed,
  };
}

function toComparedRun(run: RunRecord): ComparedRun {
  const { startedAt, finishedAt } = run;
  return {
    id: run.id,
    flow_id: run.flowId,
    status: run.status,
    engine: run.engine,
    trigger: run.trigger,
    input_datasets: run.inputDatasets,
    parameters: run.parameters === null ? null : { ...run.parameters },
    error_message: run.errorMessage,
    duration_ms:
      startedAt === null || finishedAt === null ? null : finishedAt.getTime() - startedAt.getTime(),
    created_at: recordTimestamp(run.createdAt),
  };
}

function toNodeComparison(node: NodeDifference, reconfigured: ReadonlySet<string>): NodeComparison {
  const { before, after } = node;
  return {
    node_id: after.node_id,
    type: after.type,
    label: after.label,
    changed: isChangedNode(node),
    config_changed: reconfigured.has(after.node_id),
    status_before: before.status,
    status_after: after.status,
    rows_before: before.rows,
    rows_after: after.rows,
    rows_delta: difference(before.rows, after.rows),
    columns_added: node.columnsAdded,
    columns_removed: node.columnsRemoved,
    columns_reordered: node.areColumnsReordered,
    types_changed: node.typesChanged,
    duration_ms_before: before.duration_ms,
    duration_ms_after: after.duration_ms,
    duration_ms_delta: difference(before.duration_ms, after.duration_ms),
  };
}

/** With two decimals, as durations have. */
function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : Math.round((after - before) * 100) / 100;
}
