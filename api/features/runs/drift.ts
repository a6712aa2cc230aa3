import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import type { RunDrift } from './drift-schemas.ts';
import type { EarlierRun } from '../../domain/runs/store.ts';

/** How the results of a run differ from an earlier one's; null when they do not. */
export function driftOf(results: readonly NodeResult[], earlier: EarlierRun): RunDrift | null {
  const before = new Map(earlier.nodeResults.map((result) => [result.node_id, result]));
  const after = new Set(results.map((result) => result.node_id));
  const nodes = results.flatMap((result) => {
    const old = before.get(result.node_id);
    return old === undefined ? [] : changed(old, result);
  });
  const added = results.map((result) => result.node_id).filter((id) => !before.has(id));
  const removed = [...before.keys()].filter((id) => !after.has(id));
  if (nodes.length + added.length + removed.length === 0) return null;
  return {
    previous_run_id: earlier.id,
    previous_run_created_at: recordTimestamp(earlier.createdAt),
    nodes,
    nodes_added: added,
    nodes_removed: removed,
  };
}

function changed(before: NodeResult, after: NodeResult): RunDrift['nodes'] {
  const columns_added = without(after.columns, before.columns);
  const columns_removed = without(before.columns, after.columns);
  if (before.rows === after.rows && columns_added.length + columns_removed.length === 0) return [];
  return [
    {
      node_id: after.node_id,
      label: after.label,
      rows_before: before.rows,
      rows_after: after.rows,
      rows_delta: before.rows === null || after.rows === null ? null : after.rows - before.rows,
      columns_added,
      columns_removed,
    },
  ];
}

/** The names that are not among the others. */
export function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}
