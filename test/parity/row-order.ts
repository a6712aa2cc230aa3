import type { GraphEdge } from '../../runner/domain/graph.ts';
import type { AnalysedNode } from '../../runner/graph/analyse-columns.ts';
import { hasOrder } from '../../runner/plan/order.ts';
import type { ReadTable } from './table-file.ts';

/**
 * The ids of nodes whose row order is open by their plan. A node whose columns only its execution shows has
 * the order of its inputs.
 * @param nodes in the order of their evaluation
 */
export function nodesWithoutOrder(
  nodes: readonly Pick<AnalysedNode, 'node' | 'relation'>[],
  edges: readonly GraphEdge[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { node, relation } of nodes) {
    const isOpen =
      relation === null
        ? edges.some(({ source, target }) => target === node.id && found.has(source))
        : !hasOrder(relation);
    if (isOpen) found.add(node.id);
  }
  return found;
}

/** The table with its rows in the order of their texts. */
export function sortedRows(table: ReadTable): ReadTable {
  const rows = table.rows.map((cells) => [cells.map(textOf).join('\u0000'), cells] as const);
  rows.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return { ...table, rows: rows.map(([, cells]) => cells) };
}

function textOf(cell: unknown): string {
  return Object.is(cell, -0) ? '-0' : String(cell);
}
