import { isDeepStrictEqual } from 'node:util';
import type { Dtype } from '../../../runner/domain/column.ts';
import type { GraphNode } from '../../../runner/domain/graph.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import type { RunRecord } from './run-record.ts';

/** How the results of a node differ between two runs. */
export interface NodeDifference {
  readonly before: NodeResult;
  readonly after: NodeResult;
  readonly columnsAdded: string[];
  readonly columnsRemoved: string[];
  /** Whether the columns of both come in another order. */
  readonly areColumnsReordered: boolean;
  /** Null: the types of one side are unknown. */
  readonly typesChanged: DtypeChange[] | null;
}

export interface DtypeChange {
  readonly column: string;
  readonly before: Dtype;
  readonly after: Dtype;
}

/** How the node results of two runs differ. Nodes match by their ids. */
export interface ResultDifference {
  /** The nodes of both runs, in the order of the later one. */
  readonly nodes: readonly NodeDifference[];
  readonly nodesAdded: string[];
  readonly nodesRemoved: string[];
}

/** Compares the node results of two runs. */
export function compareResults(
  before: readonly NodeResult[],
  after: readonly NodeResult[],
): ResultDifference {
  const earlier = new Map(before.map((result) => [result.node_id, result]));
  const [idsBefore, idsAfter] = [before, after].map((results) => results.map((r) => r.node_id));
  return {
    nodes: after.flatMap((result) => {
      const old = earlier.get(result.node_id);
      return old === undefined ? [] : [compareNode(old, result)];
    }),
    nodesAdded: without(idsAfter ?? [], idsBefore ?? []),
    nodesRemoved: without(idsBefore ?? [], idsAfter ?? []),
  };
}

/** Whether rows or the set of columns differ. */
export function hasOtherShape({ before, after, ...columns }: NodeDifference): boolean {
  return (
    before.rows !== after.rows || columns.columnsAdded.length + columns.columnsRemoved.length > 0
  );
}

/** Whether anything but the duration differs. */
export function isChangedNode(node: NodeDifference): boolean {
  const { before, after, areColumnsReordered, typesChanged } = node;
  return (
    before.status !== after.status ||
    hasOtherShape(node) ||
    areColumnsReordered ||
    (typesChanged ?? []).length > 0
  );
}

/** The ids of the nodes whose type or config differs between two runs. */
export function reconfiguredNodes(before: RunRecord, after: RunRecord): ReadonlySet<string> {
  const earlier = new Map(before.graph.nodes.map((node) => [node.id, node]));
  const changed = after.graph.nodes.filter((node) => !isSameNode(earlier.get(node.id), node));
  return new Set(changed.map(({ id }) => id));
}

function isSameNode(a: GraphNode | undefined, b: GraphNode): boolean {
  return a?.type === b.type && isDeepStrictEqual(a.data.config, b.data.config);
}

function compareNode(before: NodeResult, after: NodeResult): NodeDifference {
  return {
    before,
    after,
    columnsAdded: without(after.columns, before.columns),
    columnsRemoved: without(before.columns, after.columns),
    areColumnsReordered: isReordered(before.columns, after.columns),
    typesChanged: changedTypes(before, after),
  };
}

/** Compares the order of the columns that both have. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const [inBefore, inAfter] = [new Set(before), new Set(after)];
  const kept = before.filter((name) => inAfter.has(name));
  return after.filter((name) => inBefore.has(name)).some((name, at) => name !== kept[at]);
}

function changedTypes(before: NodeResult, after: NodeResult): DtypeChange[] | null {
  const { columns, column_types: types } = before;
  if (types === undefined || after.column_types === undefined) return null;
  const earlier = new Map(columns.map((name, at) => [name, types[at]]));
  return after.columns.flatMap((column, at) => {
    const [was, is] = [earlier.get(column), after.column_types?.[at]];
    if (was === undefined || is === undefined || was === is) return [];
    return [{ column, before: was, after: is }];
  });
}

/** The names that are not among the others. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}
