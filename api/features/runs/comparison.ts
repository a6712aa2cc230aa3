import { isDeepStrictEqual } from 'node:util';
import type { GraphNode } from '../../../runner/domain/graph.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import type { ComparedRun, NodeComparison, RunComparison } from './comparison-schemas.ts';
import { without } from './drift.ts';
import type { RunRecord } from '../../domain/runs/store.ts';

/** How the results of a run, "after", differ from another's, "before". Nodes meet by their ids. */
export function compareRuns(run: RunRecord, other: RunRecord): RunComparison {
  const [after, before] = [comparedRun(run), comparedRun(other)];
  const compared = compareNodes(run, other);
  return {
    run: after,
    other: before,
    after,
    before,
    same_flow: run.flowId === other.flowId,
    changed: compared === null ? null : isChanged(compared),
    duration_ms_delta: difference(before.duration_ms, after.duration_ms),
    nodes: compared?.nodes ?? null,
    nodes_added: compared?.nodes_added ?? [],
    nodes_removed: compared?.nodes_removed ?? [],
  };
}

interface ComparedNodes {
  readonly nodes: NodeComparison[];
  readonly nodes_added: string[];
  readonly nodes_removed: string[];
}

function isChanged({ nodes, nodes_added, nodes_removed }: ComparedNodes): boolean {
  return nodes_added.length + nodes_removed.length > 0 || nodes.some(({ changed }) => changed);
}

function comparedRun(run: RunRecord): ComparedRun {
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

function compareNodes(run: RunRecord, other: RunRecord): ComparedNodes | null {
  if (run.nodeResults === null || other.nodeResults === null) return null;
  const [after, before] = [byId(run.nodeResults), byId(other.nodeResults)];
  const [nodeAfter, nodeBefore] = [nodesOf(run), nodesOf(other)];
  const nodes = run.nodeResults.flatMap((result) => {
    const id = result.node_id;
    const earlier = before.get(id);
    if (earlier === undefined) return [];
    const isConfigured = isSameNode(nodeBefore.get(id), nodeAfter.get(id));
    return { ...compareResults(earlier, result), config_changed: !isConfigured };
  });
  return {
    nodes,
    nodes_added: without([...after.keys()], [...before.keys()]),
    nodes_removed: without([...before.keys()], [...after.keys()]),
  };
}

function byId(results: readonly NodeResult[]): Map<string, NodeResult> {
  return new Map(results.map((result) => [result.node_id, result]));
}

function nodesOf({ graph }: RunRecord): Map<string, GraphNode> {
  return new Map(graph.nodes.map((node) => [node.id, node]));
}

function isSameNode(a: GraphNode | undefined, b: GraphNode | undefined): boolean {
  return a?.type === b?.type && isDeepStrictEqual(a?.data.config, b?.data.config);
}

function compareResults(
  before: NodeResult,
  after: NodeResult,
): Omit<NodeComparison, 'config_changed'> {
  const columns_added = without(after.columns, before.columns);
  const columns_removed = without(before.columns, after.columns);
  const columns_reordered = isReordered(before.columns, after.columns);
  const types_changed = changedTypes(before, after);
  const changes = [
    before.status !== after.status,
    before.rows !== after.rows,
    columns_added.length + columns_removed.length > 0,
    columns_reordered,
    (types_changed ?? []).length > 0,
  ];
  return {
    node_id: after.node_id,
    type: after.type,
    label: after.label,
    changed: changes.includes(true),
    status_before: before.status,
    status_after: after.status,
    rows_before: before.rows,
    rows_after: after.rows,
    rows_delta: difference(before.rows, after.rows),
    columns_added,
    columns_removed,
    columns_reordered,
    types_changed,
    duration_ms_before: before.duration_ms,
    duration_ms_after: after.duration_ms,
    duration_ms_delta: difference(before.duration_ms, after.duration_ms),
  };
}

/** Of the columns that both have. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const [inBefore, inAfter] = [new Set(before), new Set(after)];
  const kept = before.filter((name) => inAfter.has(name));
  return after.filter((name) => inBefore.has(name)).some((name, at) => name !== kept[at]);
}

/** Null when the types of one side are not known. */
function changedTypes(before: NodeResult, after: NodeResult): NodeComparison['types_changed'] {
  const { columns, column_types: types } = before;
  if (types === undefined || after.column_types === undefined) return null;
  const earlier = new Map(columns.map((name, at) => [name, types[at]]));
  return after.columns.flatMap((column, at) => {
    const [was, is] = [earlier.get(column), after.column_types?.[at]];
    if (was === undefined || is === undefined || was === is) return [];
    return [{ column, before: was, after: is }];
  });
}

/** With two decimals, as durations have. */
function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : Math.round((after - before) * 100) / 100;
}
